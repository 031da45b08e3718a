import type { NamespaceDefinition, NamespaceKind, NamespaceOf, StatOf } from "../namespaces/define.js";
import { tradedActivity } from "../predmarket/activity.js";
import { tradedDetail } from "../predmarket/detail.js";
import { tradedFigures } from "../predmarket/figures.js";
import { tradedMarketSentiment } from "../predmarket/market-sentiment.js";
import { tradedPanel } from "../predmarket/panel.js";
import { marketReadings } from "../predmarket/raw-snapshots.js";
import type { PanelSource } from "../query/panel-query.js";
import type { ActivityReader } from "./activity-reader.js";
import { mentionActivity } from "./mention-activity.js";
import { mentionDetail } from "./mention-detail.js";
import { mentionFigures } from "./mention-figures.js";
import { mentionMarketSentiment } from "./mention-market-sentiment.js";
import { mentionPanel } from "./mention-panel.js";
import { mentionRows } from "./mention-rows.js";
import type { AssetPart, NamespaceFigures, RowsPart, WholePart } from "./namespace-part.js";
import type { RequestScope } from "./request-scope.js";

/** Reads namespaces of one kind: everything kind-specific that operations need. */
export interface NamespaceReader<Kind extends NamespaceKind> {
  readonly activity: ActivityReader<Kind>;
  readonly figures: (scope: RequestScope<NamespaceOf<Kind>>) => Promise<NamespaceFigures<StatOf<Kind>>>;
  readonly detail: (namespace: NamespaceOf<Kind>) => AssetPart<Kind>;
  readonly marketSentiment: (namespace: NamespaceOf<Kind>) => WholePart<Kind>;
  readonly rawMentions: (namespace: NamespaceOf<Kind>) => RowsPart<Kind>;
  /** Where the daily values of assets are stored, for panels. */
  readonly panel: (namespace: NamespaceOf<Kind>) => PanelSource;
}

/** The registry of kinds, for reading. A further kind does not compile until it is here. */
const readers: { readonly [Kind in NamespaceKind]: NamespaceReader<Kind> } = {
  text: {
    activity: mentionActivity,
    figures: mentionFigures,
    detail: mentionDetail,
    marketSentiment: mentionMarketSentiment,
    rawMentions: mentionRows,
    panel: mentionPanel,
  },
  market: {
    activity: tradedActivity,
    figures: tradedFigures,
    detail: tradedDetail,
    marketSentiment: tradedMarketSentiment,
    rawMentions: marketReadings,
    panel: tradedPanel,
  },
};

/**
 * The reader of a namespace. For shared code its rows have the fields of every kind; a definition names only those of
 * its own kind, and nothing else is shown.
 */
export function readerOf({ kind }: NamespaceDefinition): NamespaceReader<NamespaceKind> {
  return readers[kind] as unknown as NamespaceReader<NamespaceKind>;
}
