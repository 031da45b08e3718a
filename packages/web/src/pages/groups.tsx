import { address, viewHref, withFilters } from "../address.js";
import type { GroupRow } from "../answers.js";
import { daysUpTo } from "../days.js";
import { chosenNamespace } from "../namespaces.js";
import { buzzText, countText } from "../number-text.js";
import { volumeName, volumeOf } from "../answers.js";
import { AsData } from "../parts/as-data.js";
import { Sentiment, Trend } from "../parts/marks.js";
import { NamespaceTabs } from "../parts/namespace-tabs.js";
import { PeriodPicker } from "../parts/period-picker.js";
import { Answered, Nothing } from "../parts/states.js";
import { askedPeriod, usePeriod } from "../period.js";
import { HeatMap } from "../plots/heat-map.js";
import { question } from "../question.js";
import { useAnswer } from "../use-answer.js";
import { useWatched } from "../watched.js";

/** Sectors or countries: a heat map by day, and the same as a table. */
export function Groups() {
  const { query } = useWatched(address);
  const period = usePeriod();
  const isByCountry = query.get("by") === "country";
  const operation = isByCountry ? "trending-by-country" : "trending-by-sector";
  const namespace = chosenNamespace(query.get("ns"), operation);
  const asked = question(`${namespace.title}: ${isByCountry ? "countries" : "sectors"}`, namespace, operation, {
    ...askedPeriod(period),
    limit: 30,
  });
  const answer = useAnswer<readonly GroupRow[]>(asked);
  const nameOfGroup = (row: GroupRow) => ("sector" in row ? row.sector : row.country);
  return (
    <>
      <header class="page-head">
        <h1>Sectors and countries</h1>
        <PeriodPicker />
      </header>
      <NamespaceTabs chosen={namespace} operation={operation} />
      <nav class="segments fit" aria-label="Group by">
        <a href={withFilters({ by: null })} aria-current={isByCountry ? undefined : "true"}>
          Sectors
        </a>
        <a href={withFilters({ by: "country" })} aria-current={isByCountry ? "true" : undefined}>
          Countries
        </a>
      </nav>
      <Answered answer={answer} rows={10}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing>Nobody mentioned any asset in this period.</Nothing>
          ) : (
            <div class="panels">
              <section class="panel">
                <HeatMap
                  label={`Daily buzz by ${isByCountry ? "country" : "sector"}`}
                  tableId="groups"
                  days={daysUpTo(period.to, rows[0]?.trend_history.length ?? 0)}
                  rows={rows.map((row) => ({ name: nameOfGroup(row), values: row.trend_history }))}
                />
              </section>
              <div class="table-frame">
                <table id="groups">
                  <caption class="unseen">{isByCountry ? "Countries" : "Sectors"} by buzz</caption>
                  <thead>
                    <tr>
                      <th scope="col">{isByCountry ? "Country" : "Sector"}</th>
                      <th scope="col" class="right">
                        Buzz
                      </th>
                      <th scope="col" class="wide">
                        Trend
                      </th>
                      <th scope="col">Sentiment</th>
                      <th scope="col" class="right middle-wide">
                        {volumeName(rows[0])}
                      </th>
                      <th scope="col" class="wide">
                        Most mentioned
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={nameOfGroup(row)}>
                        <th scope="row">{nameOfGroup(row)}</th>
                        <td class="right strong">{buzzText(row.buzz_score)}</td>
                        <td class="wide">
                          <Trend trend={row.trend} />
                        </td>
                        <td>
                          <Sentiment score={row.sentiment_score} />
                        </td>
                        <td class="right middle-wide">{countText(volumeOf(row))}</td>
                        <td class="wide">
                          {row.top_tickers.map((key) => (
                            <>
                              <a key={key} class="chip" href={viewHref(["asset", namespace.assetPath, key])}>
                                {key}
                              </a>{" "}
                            </>
                          ))}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </div>
          )
        }
      </Answered>
      <AsData parts={[{ asked, answer }]} />
    </>
  );
}
