import { address, go, viewHref, withFilters } from "../address.js";
import { type Comparison, keyOf, nameOf, rowsOf, type TrendingRow, volumeName, volumeOf } from "../answers.js";
import { daysUpTo } from "../days.js";
import { chosenNamespace, type Namespace, takes } from "../namespaces.js";
import { buzzText, countText } from "../number-text.js";
import { AsData } from "../parts/as-data.js";
import { AssetSearch } from "../parts/asset-search.js";
import { Sentiment, Trend, Unusual } from "../parts/marks.js";
import { NamespaceTabs } from "../parts/namespace-tabs.js";
import { PeriodPicker } from "../parts/period-picker.js";
import { Answered, Nothing } from "../parts/states.js";
import { askedPeriod, usePeriod } from "../period.js";
import { LinePlot } from "../plots/line-plot.js";
import { question } from "../question.js";
import { useAnswer } from "../use-answer.js";
import { useWatched } from "../watched.js";

/** Most assets that one request compares. */
const MOST = 10;

/** Up to ten assets side by side. */
export function Compare() {
  const { query } = useWatched(address);
  const namespace = chosenNamespace(query.get("ns"), "compare");
  const keys = (query.get("keys") ?? "").split(",").filter(Boolean).slice(0, MOST);
  const choose = (wanted: readonly string[]) => go(withFilters({ keys: wanted.join(",") }));
  return (
    <>
      <header class="page-head">
        <h1>Compare</h1>
        <PeriodPicker />
      </header>
      <NamespaceTabs chosen={namespace} operation="compare" />
      <div class="filters">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={`Leave out ${key}`}
            onClick={() => choose(keys.filter((each) => each !== key))}
          >
            {key} ✕
          </button>
        ))}
        {keys.length < MOST && (
          <AssetSearch
            label="Add an asset"
            assetPath={namespace.assetPath}
            onChosen={({ key }) => choose([...new Set([...keys, key])])}
          />
        )}
      </div>
      {keys.length === 0 ? (
        <Nothing>
          Add up to ten assets to compare them, or <Hottest namespace={namespace} onChosen={choose} />
        </Nothing>
      ) : (
        <Compared namespace={namespace} keys={keys} />
      )}
    </>
  );
}

/** Fills in the hottest assets. */
function Hottest({ namespace, onChosen }: { namespace: Namespace; onChosen: (keys: readonly string[]) => void }) {
  const asked = question("Hottest", namespace, "trending", { ...askedPeriod(usePeriod()), limit: 5 });
  const answer = useAnswer<readonly TrendingRow[]>(asked);
  const keys = answer.state === "ready" ? answer.body.map(keyOf) : [];
  return (
    <button type="button" class="plain" disabled={keys.length === 0} onClick={() => onChosen(keys)}>
      start with the five hottest
    </button>
  );
}

function Compared({ namespace, keys }: { namespace: Namespace; keys: readonly string[] }) {
  const period = usePeriod();
  const parameter = takes(namespace, "compare", "symbols") ? "symbols" : "tickers";
  const asked = question(`${namespace.title}: compare`, namespace, "compare", {
    ...askedPeriod(period),
    [parameter]: keys.join(","),
  });
  const answer = useAnswer<Comparison>(asked);
  return (
    <>
      <Answered answer={answer} rows={10}>
        {(body) => {
          const rows = rowsOf("stocks" in body ? body.stocks : body.tokens) as readonly TrendingRow[];
          const length = rows[0]?.trend_history.length ?? 0;
          return (
            <div class="panels">
              <section class="panel">
                <LinePlot
                  label={`Daily buzz of ${keys.join(", ")}`}
                  days={daysUpTo(period.to, length)}
                  lines={rows.map((row) => ({ name: keyOf(row), values: row.trend_history }))}
                />
              </section>
              <div class="table-frame">
                <table>
                  <caption class="unseen">{namespace.title}: the assets compared</caption>
                  <thead>
                    <tr>
                      <th scope="col">Asset</th>
                      <th scope="col" class="right">
                        Buzz
                      </th>
                      <th scope="col" class="wide">
                        Trend
                      </th>
                      <th scope="col">Sentiment</th>
                      <th scope="col" class="right wide">
                        Bullish / bearish
                      </th>
                      <th scope="col" class="right">
                        {volumeName(rows[0])}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={keyOf(row)}>
                        <th scope="row" class="asset">
                          <a href={viewHref(["asset", namespace.assetPath, keyOf(row)])}>
                            <b>{keyOf(row)}</b> <span>{nameOf(row)}</span>
                          </a>{" "}
                          <Unusual history={row.trend_history} />
                        </th>
                        <td class="right strong">{buzzText(row.buzz_score)}</td>
                        <td class="wide">
                          <Trend trend={row.trend} />
                        </td>
                        <td>
                          <Sentiment score={row.sentiment_score} />
                        </td>
                        <td class="right wide">
                          {row.bullish_pct} / {row.bearish_pct} %
                        </td>
                        <td class="right">{countText(volumeOf(row))}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </div>
          );
        }}
      </Answered>
      <AsData parts={[{ asked, answer }]} />
    </>
  );
}
