import { useState } from "preact/hooks";
import type { Judgement } from "../answers.js";
import { judge, type Outcome } from "../ask.js";
import { scoreText } from "../number-text.js";
import { Notice, Waiting } from "../parts/states.js";

/** Longest text and target that the interface takes. */
const [MOST_TEXT, MOST_TARGET] = [2048, 100];

/** Judges a text for one of the companies in it. */
export function Analyze() {
  const [text, setText] = useState("Goldman cuts Tesla price target, upgrades Ford");
  const [target, setTarget] = useState("Tesla");
  const [outcome, setOutcome] = useState<Outcome<Judgement> | "waiting" | null>(null);
  const run = () => {
    if (text.trim() === "") return;
    setOutcome("waiting");
    void judge(text, target.trim()).then(setOutcome);
  };
  return (
    <>
      <header class="page-head">
        <h1>Analyze a text</h1>
      </header>
      <div class="columns">
        <form
          class="panel stack"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <label>
            <span>Text, read as a headline</span>
            <textarea
              rows={6}
              maxLength={MOST_TEXT}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <label>
            <span>For the company (name or ticker in the text; may be left out)</span>
            <input
              type="text"
              maxLength={MOST_TARGET}
              value={target}
              onInput={(event) => setTarget(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="main-button">
            Judge
          </button>
        </form>
        <section class="panel" aria-label="Judgement" aria-live="polite">
          {outcome === null ? (
            <p class="quiet">The judgement appears here. Each counts as one request.</p>
          ) : outcome === "waiting" ? (
            <Waiting rows={4} />
          ) : outcome.state === "failed" ? (
            <Notice failure={outcome.failure} />
          ) : (
            <Judged judgement={outcome.body} target={target.trim()} />
          )}
        </section>
      </div>
      <details class="as-data">
        <summary>This page as data</summary>
        <pre tabIndex={0} aria-label="Request">
          {`curl -s -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(target.trim() === "" ? { text } : { text, target: target.trim() }).replaceAll("'", "'\\''")}' '${location.origin}/sentiment/v1/analyze'\nawait market.analyze(${JSON.stringify(text)}${target.trim() === "" ? "" : `, { target: ${JSON.stringify(target.trim())} }`});`}
        </pre>
        {outcome !== null && outcome !== "waiting" && outcome.state === "ready" && (
          <pre tabIndex={0} aria-label="Answer">
            {JSON.stringify(outcome.body, null, 2)}
          </pre>
        )}
      </details>
    </>
  );
}

function Judged({
  judgement: { text, sentiment_score, sentiment_label, components },
  target,
}: {
  judgement: Judgement;
  target: string;
}) {
  const at = target === "" ? -1 : text.toLowerCase().indexOf(target.toLowerCase());
  const place = 160 + sentiment_score * 150;
  return (
    <>
      <p class="figures">
        <span class="big number">{scoreText(sentiment_score)}</span> <span>{sentiment_label}</span>
      </p>
      <svg
        class="scale"
        viewBox="0 0 320 44"
        role="img"
        aria-label={`${scoreText(sentiment_score)} between −1, bearish, and +1, bullish`}
      >
        <rect class="track" x="10" y="12" width="300" height="8" rx="4" />
        <rect
          class={sentiment_score < 0 ? "bear" : "bull"}
          x={Math.min(160, place)}
          y="12"
          width={Math.abs(place - 160)}
          height="8"
        />
        <line class="middle" x1="160" x2="160" y1="8" y2="24" />
        <circle class={sentiment_score < 0 ? "bear" : "bull"} cx={place} cy="16" r="6" />
        <text x="10" y="40">
          bearish
        </text>
        <text x="310" y="40" text-anchor="end">
          bullish
        </text>
      </svg>
      <p>
        {at === -1 ? (
          text
        ) : (
          <>
            {text.slice(0, at)}
            <mark>{text.slice(at, at + target.length)}</mark>
            {text.slice(at + target.length)}
          </>
        )}
      </p>
      <p class="quiet">
        {target !== "" && at === -1 ? `${target} is not in the text by that name. ` : ""}Engine{" "}
        {components.engine_version}, the model's own value {components.model_score}.
      </p>
    </>
  );
}
