import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { address, followLinks, go, viewHref } from "./address.js";
import { askAnew, usage } from "./ask.js";
import { Analyze } from "./pages/analyze.js";
import { AssetPage } from "./pages/asset.js";
import { Compare } from "./pages/compare.js";
import { Groups } from "./pages/groups.js";
import { Overview } from "./pages/overview.js";
import { SourcesPage } from "./pages/sources.js";
import { AssetSearch } from "./parts/asset-search.js";
import { KeyGate } from "./parts/key-gate.js";
import { StartingBanner } from "./parts/starting-banner.js";
import { ThemeSwitch } from "./parts/theme-switch.js";
import { countText } from "./number-text.js";
import { logOut, session } from "./session.js";
import { round } from "./use-answer.js";
import { useWatched } from "./watched.js";

interface View {
  readonly title: string;
  readonly draw: (path: readonly string[]) => ComponentChild;
}

/** The views by the first segment of their address; those in `menu` are in the menu. */
const views: Readonly<Record<string, View>> = {
  "": { title: "Overview", draw: () => <Overview /> },
  compare: { title: "Compare", draw: () => <Compare /> },
  groups: { title: "Sectors and countries", draw: () => <Groups /> },
  analyze: { title: "Analyze", draw: () => <Analyze /> },
  sources: { title: "Sources", draw: () => <SourcesPage /> },
  asset: { title: "Asset", draw: ([kind = "", key = ""]) => <AssetPage assetPath={kind} assetKey={key} /> },
};
/** The views in the menu; readers find an asset by its name. */
const menu = Object.keys(views).filter((name) => name !== "asset");

/** The whole page: header, the view of the current address, footer. */
export function App() {
  const { path } = useWatched(address);
  const { key, refusal } = useWatched(session);
  const [name = "", ...rest] = path;
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  useEffect(() => {
    document.title = [rest.at(-1), view?.title ?? "No such page", "Market sentiment"].filter(Boolean).join(" · ");
  }, [path]);
  return (
    <div class="frame" onClick={followLinks}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <a class="home" href={viewHref([])}>
          <img src="/app/icon.svg" alt="" width="24" height="24" /> Market sentiment
        </a>
        <nav aria-label="Views">
          {menu.map((each) => (
            <a key={each} href={viewHref(each === "" ? [] : [each])} aria-current={each === name ? "page" : undefined}>
              {views[each]?.title}
            </a>
          ))}
        </nav>
        {key !== null && (
          <AssetSearch
            label="Find an asset"
            onChosen={(asset) => go(viewHref(["asset", asset.assetPath, asset.key]))}
          />
        )}
        <ThemeSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        {key === null ? <KeyGate refusal={refusal} /> : <StartingBanner />}
        {key === null ? null : view === undefined ? <NoSuchPage /> : view.draw(rest)}
      </main>
      <Foot isLoggedIn={key !== null} />
    </div>
  );
}

function NoSuchPage() {
  return (
    <section class="gate">
      <h1>No such page</h1>
      <p>
        There is no page at this address. <a href={viewHref([])}>See what is hot</a>.
      </p>
    </section>
  );
}

function Foot({ isLoggedIn }: { isLoggedIn: boolean }) {
  const counted = useWatched(usage);
  const refresh = () => {
    askAnew();
    round.set(round.value + 1);
  };
  return (
    <footer class="foot">
      {isLoggedIn && (
        <>
          <button type="button" onClick={refresh}>
            Refresh
          </button>
          <button type="button" onClick={() => logOut()}>
            Forget the key
          </button>
          {counted !== null && (
            <span class="quiet number">
              {countText(counted.remaining)} of {countText(counted.limit)} requests left this month
            </span>
          )}
        </>
      )}
      <span class="spread" />
      <a href="/docs">Reference</a>
      <a href="/openapi.json">OpenAPI</a>
      <a href="/changelog">Changes</a>
    </footer>
  );
}
