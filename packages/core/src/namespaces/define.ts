import type { z } from "zod";
import type { ActivityReader } from "../operations/activity-reader.js";
import type { Operation } from "../operations/operation.js";
import type { RequestScope } from "../operations/request-scope.js";
import type { FieldName } from "../schema/fields.js";
import type { Connector } from "../ingest/connectors/connector.js";
import type { MarketConnector } from "../ingest/connectors/market-connector.js";
import type { BuzzTerm } from "../metrics/buzz.js";
import type { MentionValue } from "../storage/tables.js";
import type { AssetGrammar } from "../subjects/grammars.js";

/** A grouping of assets by a property of the reference graph. */
export type Dimension = "sector" | "country";

/** Where a wire field of a single mention comes from: a stored column, or title and body as one text. */
export type MentionFields = Readonly<Record<string, MentionValue>>;

/**
 * Everything in which one namespace differs from another, as data. A sixth namespace is one value of this type and
 * one line in the registry; shared code never asks which namespace it serves.
 */
export interface NamespaceDefinition {
  /** Service id, also the folder of the stored files. */
  readonly id: string;
  /** Word for `--ns` on the command line. */
  readonly shortName: string;
  readonly title: string;
  readonly description: string;
  /** Path that all routes start with. */
  readonly basePath: string;
  /** Grammar, wire names and not-found code of the asset in paths and rows. */
  readonly subject: AssetGrammar;
  /** Which assets of the reference graph are public here. */
  readonly assetTypes: readonly ("stock" | "etf" | "token")[];
  /** First path segment of asset routes. */
  readonly assetPath: "stock" | "token";
  /** The measure behind search summaries, driver rows and `top_tickers` order. */
  readonly activity: FieldName;
  /** Which stored column tells one speaker from another when attention is counted (news: the source speaks). */
  readonly voice: "author" | "place";
  /** Daily column that says how widely an asset was talked about, for the trend. */
  readonly breadth: "places" | "authors";
  /** The buzz formula: a platform without places gives their weight to people. */
  readonly buzzTerms: readonly BuzzTerm[];
  /** Texts are headlines, or informal posts: chooses the linking rules. */
  readonly textStyle: "news" | "informal";
  /** Whether a comment that names no asset takes those of its thread's first post. */
  readonly inheritsFromThread: boolean;
  /** What reads its records: the first that recognises one takes it, the last one takes the rest. */
  readonly connectors: readonly Connector[];
  readonly trending: {
    readonly fields: readonly FieldName[];
    readonly filters: readonly ("type" | "source")[];
    /** What an empty first page is, for trending and its dimensions. */
    readonly whenEmpty: "not_found" | "empty_list";
  };
  readonly dimensions: readonly Dimension[];
  readonly dimensionFields: readonly FieldName[];
  readonly detail: {
    readonly fields: readonly FieldName[];
    readonly contributors: {
      readonly listKey: string;
      readonly nameKey: FieldName;
      readonly column: "author" | "place";
    };
    readonly topMentions: { readonly listKey: string; readonly fields: MentionFields; readonly snippetChars: number };
  };
  readonly compare: {
    readonly listKey: "stocks" | "tokens";
    readonly parameter: "tickers" | "symbols";
    readonly fields: readonly FieldName[];
  };
  readonly marketSentiment: { readonly fields: readonly FieldName[] };
  readonly search: {
    readonly fields: readonly string[];
    readonly extra: Readonly<Record<string, z.ZodType>>;
    readonly queryMaxChars: number | null;
  };
  readonly stats: {
    readonly fields: readonly FieldName[];
    /** Stored figure behind each field. */
    readonly figures: Readonly<
      Record<string, "mentions" | "subjects" | "mentions_today" | "subjects_today" | "supported">
    >;
  };
  readonly health: { readonly trackedField: "tickers_tracked" | "tokens_tracked" };
  readonly rawMentions: {
    readonly fields: MentionFields;
    readonly nullable: readonly string[];
    readonly extra: Readonly<Record<string, z.ZodType>>;
    readonly filters: readonly "include_inherited"[];
    readonly retentionDays: number;
  };
  /** How explanations choose and call their evidence; false where the namespace has no explain route. */
  readonly explain: false | ExplainRules;
  /** Logic that only this namespace needs; left out, the shared functions over mentions serve. */
  readonly own?: OwnLogic;
}

/** What counts as evidence of an explanation, and what it is called in a sentence. */
export interface ExplainRules {
  /** Least confidence of a link, 0 to 1, for a text to count as being about the asset. */
  readonly leastRelevance: number;
  /** Where the ticker is also that of another asset, only texts that call the company by name count. */
  readonly namedWhenAmbiguous: boolean;
  /** One text, several texts. */
  readonly items: readonly [one: string, many: string];
  /** One speaker, several speakers (see `voice`). */
  readonly voices: readonly [one: string, many: string];
  /** One place, several places; null where places are the speakers or there are none. */
  readonly places: readonly [one: string, many: string] | null;
  /** All of it as one noun: news coverage, forum discussion. */
  readonly talk: string;
  /** An event that one text alone tells counts only where another namespace tells of it too. */
  readonly crossCheck: boolean;
  /** What `engagement` counts; null where there is none. */
  readonly reactions: string | null;
}

/** Named functions in the place of the shared ones, for a namespace that is not made of texts. */
export interface OwnLogic {
  /** Reads its records, in the place of `connectors`. */
  readonly connector: MarketConnector;
  readonly activity: ActivityReader;
  /** Behind stats and health: by wire field, and `mentions` and `subjects` for health. */
  readonly figures: (scope: RequestScope) => Promise<Readonly<Record<string, number>>>;
  readonly detail?: (namespace: NamespaceDefinition) => Operation;
  readonly marketSentiment?: (namespace: NamespaceDefinition) => Operation;
  readonly rawMentions?: (namespace: NamespaceDefinition) => Operation;
}

/** Identity with a type: keeps definitions honest without repeating the type's name. */
export function defineNamespace<const Definition extends NamespaceDefinition>(definition: Definition): Definition {
  return definition;
}
