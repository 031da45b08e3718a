import { useState } from "preact/hooks";
import { address, go, withFilters } from "../address.js";
import { type Detail, type Explanation, nameOf, rowsOf, type Sources, volumeName, volumeOf } from "../answers.js";
import { dayText, instantText, isDay } from "../days.js";
import { type Namespace, namespaces } from "../namespaces.js";
import { buzzText, countText } from "../number-text.js";
import { AsData, type DataPart } from "../parts/as-data.js";
import { Evidence } from "../parts/evidence.js";
import { Sentiment, Trend, Unusual } from "../parts/marks.js";
import { PeriodPicker } from "../parts/period-picker.js";
import { Answered, Nothing } from "../parts/states.js";
import { askedPeriod, type Period, usePeriod } from "../period.js";
import { DayPlot, type DayPoint } from "../plots/day-plot.js";
import { question } from "../question.js";
import { bodyOf, useAnswer, useAnswers } from "../use-answer.js";
import { useWatched } from "../watched.js";

/** One asset in every namespace that speaks of its kind, one under another. */
export function AssetPage({ assetPath, assetKey }: { assetPath: string; assetKey: string }) {
  const period = usePeriod();
  const able = namespaces.filter((namespace) => namespace.assetPath === assetPath);
  const asked = able.map((namespace) => {
    return question(`${namespace.title}: ${assetKey}`, namespace, "detail", {
      ...keyed(assetKey),
      ...askedPeriod(period),
    });
  });
  const seen = able.map((namespace) => question(`${namespace.title}: sources`, namespace, "sources"));
  const answers = useAnswers<Detail>(asked);
  const seenAnswers = useAnswers<Sources>(seen);
  const name = answers.map((answer) => nameOf(bodyOf(answer) ?? {})).find((each) => each !== null) ?? null;
  const parts: DataPart[] = asked.map((each, at) => ({ asked: each, answer: answers[at] }));
  return (
    <>
      <header class="page-head">
        <h1>
          {assetKey} {name !== null && <span class="quiet">{name}</span>}
        </h1>
        <PeriodPicker />
      </header>
      <div class="panels">
        {able.map((namespace, at) => (
          <section key={namespace.shortName} class="panel" aria-label={namespace.title}>
            <h2>{namespace.title}</h2>
            <Answered answer={answers[at] ?? { state: "waiting" }} rows={8}>
              {(detail) => (
                <AssetPart
                  namespace={namespace}
                  assetKey={assetKey}
                  detail={detail}
                  period={period}
                  seen={bodyOf(seenAnswers[at])}
                />
              )}
            </Answered>
          </section>
        ))}
      </div>
      {able.length === 0 && <Nothing>There is no such kind of asset here.</Nothing>}
      <AsData parts={parts} />
    </>
  );
}

/** The key under both names that paths have for it; an operation takes its own. */
const keyed = (key: string) => ({ ticker: key, symbol: key });

function AssetPart({
  namespace,
  assetKey,
  detail,
  period,
  seen,
}: {
  namespace: Namespace;
  assetKey: string;
  detail: Detail;
  period: Period;
  seen: Sources | null;
}) {
  const { query } = useWatched(address);
  const chosen = isDay(query.get("day") ?? "") ? query.get("day") : null;
  if (volumeOf(detail) === 0) return <p class="quiet">Nobody mentioned {assetKey} here in this period.</p>;
  const days = pointsOf(detail, seen);
  const counted = volumeName(detail);
  const dayAt = days.findIndex(({ date }) => date === chosen);
  const choose = (day: string | undefined) => go(withFilters({ day: day ?? null }), true);
  return (
    <>
      <dl class="facts">
        <div>
          <dt>Buzz</dt>
          <dd class="strong">{buzzText(detail.buzz_score)}</dd>
          <Unusual history={days.map(({ buzz }) => buzz)} />
        </div>
        <div>
          <dt>Trend</dt>
          <dd>
            <Trend trend={detail.trend} />
          </dd>
        </div>
        <div>
          <dt>Sentiment</dt>
          <dd>
            <Sentiment score={detail.sentiment_score} />
          </dd>
        </div>
        <div>
          <dt>Bullish / bearish</dt>
          <dd>
            {detail.bullish_pct} / {detail.bearish_pct} %
          </dd>
        </div>
        <div>
          <dt>{counted}</dt>
          <dd>{countText(volumeOf(detail))}</dd>
        </div>
      </dl>
      <DayPlot
        days={days}
        volumeName={counted}
        label={`${assetKey}, ${namespace.title}: buzz and sentiment by day`}
        chosen={dayAt === -1 ? null : chosen}
        onChoose={choose}
      />
      <div class="day-steps" role="group" aria-label="Day of the evidence">
        <button
          type="button"
          disabled={dayAt === 0}
          onClick={() => choose(days[dayAt === -1 ? days.length - 1 : dayAt - 1]?.date)}
        >
          ‹ {dayAt === -1 ? "Last day" : "Day before"}
        </button>
        <strong>{dayAt === -1 ? "The whole period" : dayText(days[dayAt]?.date ?? "", true)}</strong>
        {dayAt !== -1 && (
          <>
            <button type="button" disabled={dayAt === days.length - 1} onClick={() => choose(days[dayAt + 1]?.date)}>
              Day after ›
            </button>
            <button type="button" onClick={() => choose(undefined)}>
              Whole period
            </button>
          </>
        )}
      </div>
      <div class="columns">
        {dayAt === -1 ? (
          <Evidence detail={detail} />
        ) : (
          <EvidenceOfDay namespace={namespace} assetKey={assetKey} day={days[dayAt]?.date ?? ""} asOf={period.asOf} />
        )}
        <div>
          <Why
            namespace={namespace}
            assetKey={assetKey}
            asOf={period.asOf}
            day={dayAt === -1 || (period.isLive && dayAt === days.length - 1) ? null : chosen}
          />
          <Contributors detail={detail} />
        </div>
      </div>
    </>
  );
}

/** The days of a detail, each with the share that its sources saw where that is known. */
function pointsOf(detail: Detail, seen: Sources | null): DayPoint[] {
  const coverage = new Map((seen?.daily_coverage ?? []).map((day) => [day.date, day.coverage]));
  return detail.daily_trend.map((day) => ({
    date: day.date,
    buzz: day.buzz_score,
    sentiment: day.sentiment_score,
    volume: volumeOf(day),
    coverage: coverage.get(day.date) ?? null,
  }));
}

function EvidenceOfDay({
  namespace,
  assetKey,
  day,
  asOf,
}: {
  namespace: Namespace;
  assetKey: string;
  day: string;
  asOf: string | null;
}) {
  const asked = question(`${namespace.title}: ${assetKey} on ${day}`, namespace, "detail", {
    ...keyed(assetKey),
    from: day,
    to: day,
    as_of: asOf,
  });
  return <Answered answer={useAnswer<Detail>(asked)}>{(detail) => <Evidence detail={detail} />}</Answered>;
}

/** The explanation, only on demand: it takes long and counts as a request. */
function Why(asked: WhyAsked) {
  const { namespace, assetKey } = asked;
  const [isWanted, setWanted] = useState(false);
  if (!("explain" in namespace.operations)) return null;
  if (!isWanted) {
    return (
      <button type="button" class="main-button" onClick={() => setWanted(true)}>
        Why {assetKey}?
      </button>
    );
  }
  return <Because {...asked} />;
}

interface WhyAsked {
  readonly namespace: Namespace;
  readonly assetKey: string;
  readonly asOf: string | null;
  /** A chosen past day is explained from the texts known by its end. */
  readonly day: string | null;
}

function Because({ namespace, assetKey, asOf, day }: WhyAsked) {
  const then = asOf ?? day;
  const answer = useAnswer<Explanation>(
    question(`${namespace.title}: why ${assetKey}`, namespace, "explain", { ...keyed(assetKey), as_of: then }),
  );
  // Earlier knowledge is recorded only from some day on. For a day before that, show the newest explanation and say
  // why.
  if (asOf === null && day !== null && answer.state === "failed" && answer.failure.kind === "period") {
    return (
      <>
        <p class="quiet">{answer.failure.text}. The newest explanation:</p>
        <Because namespace={namespace} assetKey={assetKey} asOf={null} day={null} />
      </>
    );
  }
  return (
    <Answered answer={answer} rows={2}>
      {({ explanation, generated_at, model }) => (
        <div class="explanation">
          <p>{explanation}</p>
          <p class="quiet">
            {then === null ? "The last 7 days" : `7 days, as known ${then}`}, written {instantText(generated_at)}
            {model === null ? "" : ` by ${model}`}
          </p>
        </div>
      )}
    </Answered>
  );
}

/** Sources, communities or authors: whichever list of rows with a count the answer has. */
function Contributors({ detail }: { detail: Detail }) {
  const entry = Object.entries(detail).find(
    ([, list]) => Array.isArray(list) && list.length > 0 && typeof list[0] === "object" && "count" in list[0],
  );
  if (entry === undefined) return null;
  const [listName, list] = entry as [string, readonly Readonly<Record<string, string | number | null>>[]];
  const title = listName.replace(/^top_/, "");
  const nameKey = Object.keys(list[0] ?? {}).find((name) => typeof list[0]?.[name] === "string") ?? "";
  return (
    <>
      <h3 class="spaced">{title.slice(0, 1).toUpperCase() + title.slice(1)}</h3>
      <table>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="right">
              Mentions
            </th>
            <th scope="col">Sentiment</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(list).map((row) => {
            const values = row as Readonly<Record<string, string | number | null>>;
            return (
              <tr key={String(values[nameKey])}>
                <th scope="row">{values[nameKey]}</th>
                <td class="right number">{values.count}</td>
                <td>
                  <Sentiment score={values.sentiment_score as number | null} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
