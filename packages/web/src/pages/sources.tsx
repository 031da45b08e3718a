import { address } from "../address.js";
import type { Sources } from "../answers.js";
import { dayText, instantText } from "../days.js";
import { chosenNamespace } from "../namespaces.js";
import { countText, shareText } from "../number-text.js";
import { AsData } from "../parts/as-data.js";
import { NamespaceTabs } from "../parts/namespace-tabs.js";
import { Answered } from "../parts/states.js";
import { Strip } from "../plots/strip.js";
import { question } from "../question.js";
import { useAnswer } from "../use-answer.js";
import { useWatched } from "../watched.js";

/** The live sources of a namespace: coverage, last polls, and gaps. */
export function SourcesPage() {
  const { query } = useWatched(address);
  const namespace = chosenNamespace(query.get("ns"), "sources");
  const asked = question(`${namespace.title}: sources`, namespace, "sources");
  const answer = useAnswer<Sources>(asked);
  return (
    <>
      <header class="page-head">
        <h1>Sources</h1>
      </header>
      <NamespaceTabs chosen={namespace} operation="sources" />
      <Answered answer={answer}>{(body) => <Reported {...body} />}</Answered>
      <AsData parts={[{ asked, answer }]} />
    </>
  );
}

function Reported({ coverage, sources, daily_coverage }: Sources) {
  if (sources.length === 0) {
    return (
      <div class="notice notice-nothing" role="status">
        <strong>No live sources</strong>
        <p>
          The data of this namespace was loaded from files, so its coverage is unknown.{" "}
          <code>sentiment serve --collect</code> polls the sources of <code>sources.yaml</code>.
        </p>
      </div>
    );
  }
  return (
    <div class="panels">
      <section class="panel">
        <h2>Last 24 hours: {shareText(coverage)} seen</h2>
        <Strip
          label="Coverage by day"
          cells={daily_coverage.map(({ date, coverage: share }) => ({ name: dayText(date), share }))}
        />
      </section>
      <section class="panel" aria-label="Sources one by one">
        {sources.map((source) => (
          <article key={source.name} class="source">
            <h3>
              {source.name} <span class={`status status-${source.status}`}>{source.status}</span>
            </h3>
            <Strip
              label={`${source.name}: coverage by hour`}
              cells={source.coverage_by_hour.map((share, at) => ({ name: `${24 - at} h ago`, share }))}
            />
            <p class="quiet">
              {source.type} · last poll {source.last_poll === null ? "never" : instantText(source.last_poll)} ·{" "}
              {countText(source.polls)} polls, {countText(source.errors)} failed · 24 h {shareText(source.coverage_24h)}{" "}
              · 30 days {shareText(source.coverage_30d)}
              {source.reason === null ? "" : ` · ${source.reason}`}
            </p>
            {source.open_gaps.length > 0 && (
              <ul>
                {source.open_gaps.map((gap) => (
                  <li key={gap.from}>
                    missing from {instantText(gap.from)} to {instantText(gap.to)}
                  </li>
                ))}
              </ul>
            )}
          </article>
        ))}
      </section>
    </div>
  );
}
