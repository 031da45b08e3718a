import { useState } from "preact/hooks";
import { rowsOf } from "../answers.js";
import { csvOf } from "../csv.js";
import { addressOf, curlOf, libraryCallOf, type Question, startingOn } from "../question.js";
import { type Answer, bodyOf } from "../use-answer.js";

/** The request behind a part of the page, and its answer. */
export interface DataPart {
  readonly asked: Question;
  readonly answer: Answer<unknown> | undefined;
}

/** The page as data: each request behind it as JSON, CSV, curl and a call of the library. */
export function AsData({ parts }: { parts: readonly DataPart[] }) {
  return (
    <details class="as-data">
      <summary>This page as data</summary>
      <p class="quiet">
        {parts.length === 1 ? "One request is" : `${parts.length} requests are`} behind this page. In the shell, put
        your key in <code>KEY</code>; in a program, open the data first:{" "}
        <code>const market = await openSentiment({"{ data }"})</code>.
      </p>
      {parts.map((part) => (
        <Part key={addressOf(part.asked)} {...part} />
      ))}
    </details>
  );
}

function Part({ asked: wanted, answer }: DataPart) {
  const since = answer?.state === "ready" ? answer.dataSince : undefined;
  const asked = since === undefined ? wanted : startingOn(wanted, since);
  const body = bodyOf(answer);
  const name = `${asked.namespace.shortName}-${asked.operation}`;
  return (
    <section class="data-part">
      <h2>{asked.label}</h2>
      <div class="buttons">
        <button
          type="button"
          disabled={body === null}
          onClick={() => save(`${name}.json`, "application/json", `${JSON.stringify(body, null, 2)}\n`)}
        >
          JSON
        </button>
        <button
          type="button"
          disabled={body === null}
          onClick={() => save(`${name}.csv`, "text/csv", csvOf(rowsOf(body)))}
        >
          CSV
        </button>
        <Copy label="curl" text={curlOf(asked, location.origin)} />
        <Copy label="library call" text={libraryCallOf(asked)} />
      </div>
      <pre
        tabIndex={0}
        aria-label={`Request: ${asked.label}`}
      >{`${curlOf(asked, location.origin)}\n${libraryCallOf(asked)}`}</pre>
    </section>
  );
}

/** A button that copies a text and confirms it. */
function Copy({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("copied"),
      () => setSaid("select it below"),
    );
  };
  return (
    <button type="button" onClick={copy}>
      {label}
      <span role="status">{said === "" ? "" : ` – ${said}`}</span>
    </button>
  );
}

/** Saves a text as a file. */
function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
