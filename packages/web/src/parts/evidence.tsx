import type { Detail } from "../answers.js";
import { dayText, instantText } from "../days.js";
import { countText, shareText } from "../number-text.js";
import { Sentiment } from "./marks.js";

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Number of items shown at first. */
const FIRST = 5;

/** The evidence behind a number: texts, or questions with their prices. */
export function Evidence({ detail }: { detail: Detail }) {
  const list = ("top_mposts" in detail ? detail.top_mposts : detail.top_mentions) as readonly Values[];
  if (list.length === 0) return <p class="quiet">No evidence in this period.</p>;
  return (
    <div>
      <h3>{"question" in (list[0] ?? {}) ? "Questions and their prices" : "What was said"}</h3>
      <Items items={list.slice(0, FIRST)} />
      {list.length > FIRST && (
        <details>
          <summary class="quiet">{list.length - FIRST} more</summary>
          <Items items={list.slice(FIRST)} />
        </details>
      )}
    </div>
  );
}

function Items({ items }: { items: readonly Values[] }) {
  return (
    <ul class="evidence">
      {items.map((item, at) => (
        <li key={at}>{"question" in item ? <Question item={item} /> : <Said item={item} />}</li>
      ))}
    </ul>
  );
}

function Said({ item }: { item: Values }) {
  const when = item.created_utc ?? item.created_at;
  const who = item.source ?? item.community ?? item.author;
  const votes = item.upvotes ?? item.likes;
  return (
    <>
      <p>{item.text_snippet}</p>
      <div class="under">
        <Sentiment score={(item.sentiment_score ?? null) as number | null} />
        <span class="quiet">
          {[
            who,
            typeof when === "string" ? instantText(when) : null,
            typeof votes === "number" ? `${countText(votes)} upvotes` : null,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
    </>
  );
}

function Question({ item }: { item: Values }) {
  const yes = typeof item.yes_price === "number" ? item.yes_price : null;
  return (
    <>
      <p>{item.question}</p>
      <div class="under">
        <span class="price">
          <svg width="80" height="8" aria-hidden="true">
            <rect class="track" width="80" height="8" rx="2" />
            {yes !== null && <rect class="yes" width={80 * yes} height="8" rx="2" />}
          </svg>
          <span class="number">yes at {shareText(yes)}</span>
        </span>
        <Sentiment score={(item.sentiment_score ?? null) as number | null} />
        <span class="quiet">
          {[
            `${countText(Number(item.trade_count ?? 0))} trades`,
            typeof item.end_date === "string" ? `ends ${dayText(item.end_date.slice(0, 10), true)}` : null,
            item.market_status,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
    </>
  );
}
