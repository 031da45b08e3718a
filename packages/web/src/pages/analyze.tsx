import { useState } from "preact/hooks";
import type { Judgement } from "../answers.js";
import { judge, type Outcome } from "../ask.js";
import { scoreText, shareText } from "../number-text.js";
import { Sentiment } from "../parts/marks.js";
import { Notice, Waiting } from "../parts/states.js";

/** Longest text and target that the interface takes. */
const [MOST_TEXT, MOST_TARGET] = [2048, 100];

/** Judges a text for a company of the reader's choice, and for each that it names. */
export function Analyze() {
  const [text, setText] = useState("Goldman cuts Tesla price target, upgrades Ford");
  const [target, setTarget] = useState("Tesla");
  const [outcome, setOutcome] = useState<Outcome<Judgement> | "waiting" | null>(null);
  const run = (company = target) => {
    if (text.trim() === "") return;
    setOutcome("waiting");
    void judge(text, company.trim()).then(setOutcome);
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
            <Judged
              judgement={outcome.body}
              choose={(company) => {
                setTarget(company);
                run(company);
              }}
            />
          )}
        </section>
      </div>
      <details class="as-data">
        <summary>This page as data</summary>
        <pre tabIndex={0} aria-label="Request">
          {`curl -s -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(target.trim() === "" ? { text } : { text, target: target.trim() }).replaceAll("'", "'\\''")}' '${location.origin}/sentiment/v1/analyze/companies'\nawait market.analyzeCompanies(${JSON.stringify(text)}${target.trim() === "" ? "" : `, { target: ${JSON.stringify(target.trim())} }`});`}
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

function Judged({ judgement, choose }: { judgement: Judgement; choose: (company: string) => void }) {
  const { target, target_found, sentiment_score, sentiment_label, probabilities, engine_version, companies } =
    judgement;
  const place = 160 + sentiment_score * 150;
  return (
    <>
      <h2>{target ?? "The text as a whole"}</h2>
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
        Negative <b>{shareText(probabilities.negative)}</b>, neutral <b>{shareText(probabilities.neutral)}</b>, positive{" "}
        <b>{shareText(probabilities.positive)}</b>
      </p>
      {target !== null && target_found === false && (
        <p>
          <b>{target} is not in the text by that name.</b>{" "}
          {companies.length > 0
            ? "It speaks of other companies, so it says nothing about this one."
            : "It names no company, so it is read as being about this one."}
        </p>
      )}
      <h2>Companies in the text</h2>
      <p class="judged-text">
        <MarkedText judgement={judgement} />
      </p>
      {companies.length === 0 ? (
        <p class="quiet">No stock or ETF is named in it.</p>
      ) : (
        <div class="table-frame">
          <table>
            <thead>
              <tr>
                <th scope="col">Company</th>
                <th scope="col">Sentiment</th>
                <th scope="col" class="right">
                  Negative / neutral / positive
                </th>
                <th scope="col" class="right wide">
                  <abbr title="How sure it is that the text names this company">Sure</abbr>
                </th>
              </tr>
            </thead>
            <tbody>
              {companies.map((company) => (
                <tr key={company.ticker}>
                  <th scope="row">
                    <button type="button" class="plain" onClick={() => choose(company.ticker)}>
                      <b>{company.ticker}</b>
                    </button>{" "}
                    <span class="quiet">{company.company_name}</span>
                  </th>
                  <td>
                    <Sentiment score={company.sentiment_score} />
                  </td>
                  <td class="right number">{sharesText(company.probabilities)}</td>
                  <td class="right number wide">{shareText(company.link_confidence)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="quiet">Engine {engine_version}.</p>
    </>
  );
}

/** The three probabilities as percent. */
function sharesText({ negative, neutral, positive }: Judgement["probabilities"]): string {
  return `${[negative, neutral, positive].map((share) => Math.round(share * 100)).join(" / ")} %`;
}

/** The text with the names of its companies marked. */
function MarkedText({ judgement: { text, companies } }: { judgement: Judgement }) {
  const places = companies
    .flatMap((company) => company.spans.map((span) => ({ ...span, company })))
    .sort((a, b) => a.start - b.start);
  return (
    <>
      {places.map(({ start, end, company }, index) => (
        <>
          {text.slice(places[index - 1]?.end ?? 0, start)}
          <mark class={company.sentiment_label} title={`${company.ticker}: ${scoreText(company.sentiment_score)}`}>
            {text.slice(start, end)}
          </mark>
        </>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </>
  );
}
