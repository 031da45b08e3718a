import type { DataStore, DataView } from "./engine.js";
import type { Explainer } from "./explain/explainer.js";
import type { Linker } from "./linking/link.js";
import { assetsOf } from "./namespaces/assets-of.js";
import type { NamespaceDefinition } from "./namespaces/define.js";
import type { TextModel } from "./sentiment/text-model.js";
import type { AssetDirectory } from "./subjects/directory.js";
import type { NewsSourceDirectory } from "./subjects/news-sources.js";
import type { UtcDay } from "./time/utc-day.js";

/** Parts of a dataset. Everything with state or I/O is passed in. */
export interface DatasetParts {
  readonly store: DataStore;
  /** Stocks and ETFs. */
  readonly stocks: AssetDirectory;
  readonly tokens: AssetDirectory;
  readonly sources: NewsSourceDirectory;
  /** Null disables text analysis: `analyze` then fails with `model_unavailable`. */
  readonly textModel: TextModel | null;
  /** Finds the other companies in a text analysed for a target. Without it, they are not told apart. */
  readonly linker?: Linker | null;
  /** Null or left out disables explanations: `explain` then fails with `explanation_unavailable`. */
  readonly explainer?: Explainer | null;
  /** First day that requests may ask for, by namespace id, if it is not the first day with data. */
  readonly availableSince?: Readonly<Record<string, UtcDay>>;
}

/** The data, the reference graph and the model, ready for `invoke`. */
export interface Dataset {
  readonly stocks: AssetDirectory;
  readonly tokens: AssetDirectory;
  readonly sources: NewsSourceDirectory;
  readonly textModel: TextModel | null;
  readonly linker: Linker | null;
  readonly explainer: Explainer | null;
  /** The newest state of the data, or the state known at an instant; see `DataStore.view`. */
  view(asOf?: Date): Promise<DataView>;
  /** Why answers may be older than the newest published state, as a sentence; null or left out when they are not. */
  readonly fault?: string | null;
  /** Assets of the namespace, each under a key that its routes take. */
  directoryOf(namespace: NamespaceDefinition): AssetDirectory;
  /** Earliest start that a request may ask for: configured, else the first day with data; null without data. */
  availableSince(namespace: NamespaceDefinition, view: DataView): UtcDay | null;
  close(): Promise<void>;
}

/** Builds a dataset. Closing it closes its store, model and explainer. */
export function openDataset(parts: DatasetParts): Dataset {
  return {
    stocks: parts.stocks,
    tokens: parts.tokens,
    sources: parts.sources,
    textModel: parts.textModel,
    linker: parts.linker ?? null,
    explainer: parts.explainer ?? null,
    view: (asOf) => parts.store.view(asOf),
    get fault() {
      return parts.store.fault ?? null;
    },
    directoryOf: (namespace) => assetsOf(namespace, parts),
    availableSince: ({ id }, view) => parts.availableSince?.[id] ?? view.snapshot.firstDays[id] ?? null,
    close: async () => {
      await parts.store.close();
      await parts.textModel?.close();
      await parts.explainer?.close();
    },
  };
}
