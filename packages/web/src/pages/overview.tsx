import { address, go, viewHref, withFilters } from "../address.js";
import { keyOf, type MarketMood, nameOf, type Sources, type TrendingRow, volumeName, volumeOf } from "../answers.js";
import { addDays } from "../days.js";
import { chosenNamespace, type Namespace, namespaces, takes } from "../namespaces.js";
import { buzzText, countText, shareText } from "../number-text.js";
import { AsData } from "../parts/as-data.js";
import { RankChange, Sentiment, Sparkline, Trend, Unusual } from "../parts/marks.js";
import { PeriodPicker } from "../parts/period-picker.js";
import { Answered, Nothing, Waiting } from "../parts/states.js";
import { askedPeriod, usePeriod } from "../period.js";
import { question } from "../question.js";
import { type Answer, bodyOf, useAnswer, useAnswers } from "../use-answer.js";
import { useWatched } from "../watched.js";

/** All namespaces side by side, and what is hot in one of them. */
export function Overview() {
  const { query } = useWatched(address);
  const period = usePeriod();
  const days = askedPeriod(period);
  const chosen = chosenNamespace(query.get("ns"), "trending");
  const moods = namespaces.map((namespace) =>
    question(`${namespace.title}: market`, namespace, "market-sentiment", days),
  );
  const filters = { limit: query.get("limit") ?? 20, type: query.get("type"), source: query.get("source") };
  const ranked = question(`${chosen.title}: trending`, chosen, "trending", { ...days, ...filters });
  const yesterday = question(`${chosen.title}: trending, the day before`, chosen, "trending", {
    ...days,
    from: addDays(period.from, -1),
    to: addDays(period.to, -1),
    ...filters,
    limit: 100,
  });
  const seen = question(`${chosen.title}: sources`, chosen, "sources");
  const moodAnswers = useAnswers<MarketMood>(moods);
  const [rankedAnswer, yesterdayAnswer] = useAnswers<readonly TrendingRow[]>([ranked, yesterday]);
  const seenAnswer = useAnswer<Sources>(seen);
  const coverage = bodyOf(seenAnswer)?.coverage ?? null;
  return (
    <>
      <header class="page-head">
        <h1>What is hot</h1>
        <PeriodPicker />
      </header>
      <ul class="cards" aria-label="Sources of data">
        {namespaces.map((namespace, at) => (
          <MarketCard
            key={namespace.shortName}
            namespace={namespace}
            isChosen={namespace === chosen}
            answer={moodAnswers[at]}
          />
        ))}
      </ul>
      <section aria-labelledby="ranked">
        <div class="section-head">
          <h2 id="ranked">{chosen.title}</h2>
          <Filters namespace={chosen} />
        </div>
        <p class="quiet">
          {period.asOf !== null
            ? `As known ${period.asOf}.`
            : coverage === null
              ? "Loaded from files: how much of the time was watched is not known."
              : `The live sources saw ${shareText(coverage)} of the last 24 hours.`}
        </p>
        <Answered answer={rankedAnswer ?? { state: "waiting" }} rows={12}>
          {(rows) => <RankedTable rows={rows} namespace={chosen} before={ranksOf(bodyOf(yesterdayAnswer))} />}
        </Answered>
      </section>
      <AsData
        parts={[
          { asked: ranked, answer: rankedAnswer },
          { asked: yesterday, answer: yesterdayAnswer },
          ...moods.map((asked, at) => ({ asked, answer: moodAnswers[at] })),
          { asked: seen, answer: seenAnswer },
        ]}
      />
    </>
  );
}

/** Rank of each asset, from 1; null where the list is not known. */
export function ranksOf(rows: readonly TrendingRow[] | null): ReadonlyMap<string, number> | null {
  return rows === null ? null : new Map(rows.map((row, at) => [keyOf(row), at + 1]));
}

function MarketCard({
  namespace,
  isChosen,
  answer,
}: {
  namespace: Namespace;
  isChosen: boolean;
  answer: Answer<MarketMood> | undefined;
}) {
  const [group, ...kind] = namespace.title.split(": ");
  return (
    <li class={`card ${isChosen ? "chosen" : ""}`}>
      <h2>
        <a
          href={withFilters({ ns: namespace.shortName, source: null, type: null })}
          aria-current={isChosen ? "true" : undefined}
        >
          {group}
          <small>{kind.join(": ")}</small>
        </a>
      </h2>
      {answer === undefined || answer.state === "waiting" ? (
        <Waiting rows={3} />
      ) : answer.state === "failed" ? (
        <p class="quiet">{answer.failure.title}</p>
      ) : (
        <Mood namespace={namespace} mood={answer.body} />
      )}
    </li>
  );
}

function Mood({ namespace, mood }: { namespace: Namespace; mood: MarketMood }) {
  return (
    <>
      <p class="figures">
        <span class="big number">{buzzText(mood.buzz_score)}</span>
        <span class="quiet">
          buzz, 50 is normal
          <br />
          <Trend trend={mood.trend} />
        </span>
        <Sparkline history={mood.trend_history} width={72} />
      </p>
      <p class="line">
        <Sentiment score={mood.sentiment_score} />
        <span class="quiet number">
          {countText(volumeOf(mood))} {volumeName(mood).toLowerCase()}
        </span>
      </p>
      <p class="drivers">
        {mood.drivers.slice(0, 4).map((driver) => (
          <a key={keyOf(driver)} href={viewHref(["asset", namespace.assetPath, keyOf(driver)])}>
            {keyOf(driver)}
          </a>
        ))}
      </p>
    </>
  );
}

function Filters({ namespace }: { namespace: Namespace }) {
  const { query } = useWatched(address);
  const set = (name: string) => (event: Event) =>
    go(withFilters({ [name]: (event.currentTarget as HTMLInputElement).value.trim() }));
  return (
    <div class="filters">
      {takes(namespace, "trending", "type") && (
        <label class="field">
          <span>Kind</span>
          <select value={query.get("type") ?? ""} onChange={set("type")}>
            <option value="">all</option>
            <option value="stock">stocks</option>
            <option value="etf">ETFs</option>
          </select>
        </label>
      )}
      {takes(namespace, "trending", "source") && (
        <label class="field">
          <span>Source</span>
          <input type="text" size={12} placeholder="all" value={query.get("source") ?? ""} onChange={set("source")} />
        </label>
      )}
      <label class="field">
        <span>Rows</span>
        <select value={query.get("limit") ?? ""} onChange={set("limit")}>
          <option value="">20</option>
          <option value="50">50</option>
          <option value="100">100</option>
        </select>
      </label>
    </div>
  );
}

function RankedTable({
  rows,
  namespace,
  before,
}: {
  rows: readonly TrendingRow[];
  namespace: Namespace;
  before: ReadonlyMap<string, number> | null;
}) {
  if (rows.length === 0) return <Nothing>Nobody mentioned any asset in this period. Try a longer period.</Nothing>;
  return (
    <div class="table-frame">
      <table class="ranked">
        <caption class="unseen">{namespace.title}: assets by buzz</caption>
        <thead>
          <tr>
            <th scope="col" class="right">
              Rank
            </th>
            <th scope="col">
              <abbr title="Change of rank against the same period one day earlier">Change</abbr>
            </th>
            <th scope="col">Asset</th>
            <th scope="col" class="right">
              Buzz
            </th>
            <th scope="col" class="history">
              Daily buzz
            </th>
            <th scope="col" class="wide">
              Trend
            </th>
            <th scope="col">Sentiment</th>
            <th scope="col" class="right wide">
              Bullish / bearish
            </th>
            <th scope="col" class="right middle-wide">
              {volumeName(rows[0])}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)}>
              <td class="right number quiet">{at + 1}</td>
              <td>
                <RankChange now={at + 1} was={before === null ? undefined : (before.get(keyOf(row)) ?? null)} />
              </td>
              <th scope="row" class="asset">
                <a href={viewHref(["asset", namespace.assetPath, keyOf(row)])}>
                  <b>{keyOf(row)}</b> <span>{nameOf(row)}</span>
                </a>{" "}
                <Unusual history={row.trend_history} />
              </th>
              <td class="right number strong">{buzzText(row.buzz_score)}</td>
              <td class="history">
                <Sparkline history={row.trend_history} />
              </td>
              <td class="wide">
                <Trend trend={row.trend} />
              </td>
              <td>
                <Sentiment score={row.sentiment_score} />
              </td>
              <td class="right number wide">
                {row.bullish_pct} / {row.bearish_pct} %
              </td>
              <td class="right number middle-wide">{countText(volumeOf(row))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
