import type { z } from "zod";
import type { Connector } from "../ingest/connectors/connector.js";
import type { MarketConnector } from "../ingest/connectors/market-connector.js";
import type { BuzzTerm } from "../metrics/buzz.js";
import type { FieldName } from "../schema/fields.js";
import type { MentionValue } from "../storage/tables.js";
import type { AssetGrammar } from "../subjects/grammars.js";
import type {
  ActivityField,
  GroupField,
  MarketActivityField,
  SearchField,
  SubjectField,
  TextActivityField,
} from "./activity-fields.js";
import type { MarketStat, TextStat } from "./stat-fields.js";

/** A grouping of assets by a property of the reference graph. */
export type Dimension = "sector" | "country";

/** Where a wire field of a single mention comes from: a stored column, or title and body as one text. */
export type MentionFields = Readonly<Record<string, MentionValue>>;

/**
 * Definitions common to all kinds of namespaces. `Activity`: fields that rows of the kind can show. `Stat`: its counts.
 */
interface NamespaceBase<Activity extends ActivityField, Stat extends FieldName> {
  /** Service id, also the folder of the stored files. */
  readonly id: string;
  /** Word for `--ns` on the command line, and its name in the library. */
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
  readonly activity: Activity;
  /** Texts are headlines, or informal posts: chooses the linking rules. */
  readonly textStyle: "news" | "informal";
  readonly trending: {
    readonly fields: readonly (Activity | SubjectField)[];
    readonly filters: readonly ("type" | "source")[];
    /** What an empty first page is, for trending and its dimensions. */
    readonly whenEmpty: "not_found" | "empty_list";
  };
  readonly dimensions: readonly Dimension[];
  readonly dimensionFields: readonly (Activity | GroupField)[];
  readonly compare: {
    readonly listKey: "stocks" | "tokens";
    readonly parameter: "tickers" | "symbols";
    readonly fields: readonly (Activity | SubjectField)[];
  };
  readonly search: {
    readonly fields: readonly SearchField[];
    readonly extra: { readonly aliases: z.ZodType<string[]> };
    readonly queryMaxChars: number | null;
  };
  readonly stats: { readonly fields: readonly Stat[] };
  readonly health: { readonly trackedField: "tickers_tracked" | "tokens_tracked" };
  readonly rawMentions: { readonly retentionDays: number };
}

/** A text namespace: articles, posts, comments. */
export interface TextNamespace extends NamespaceBase<TextActivityField, TextStat> {
  readonly kind: "text";
  /** Which stored column tells one speaker from another when attention is counted (news: the source speaks). */
  readonly voice: "author" | "place";
  /** Daily column of breadth, for the trend. */
  readonly breadth: "places" | "authors";
  /** The buzz formula: a platform without places gives their weight to people. */
  readonly buzzTerms: readonly BuzzTerm[];
  /** Whether a comment that names no asset takes those of its thread's first post. */
  readonly inheritsFromThread: boolean;
  /** Connectors of its records: the first that recognises a record reads it; the last one gets the rest. */
  readonly connectors: readonly Connector[];
  readonly detail: {
    readonly fields: readonly TextActivityField[];
    readonly contributors: {
      readonly listKey: string;
      readonly nameKey: "source" | "community" | "author";
      readonly column: "author" | "place";
    };
    readonly topMentions: { readonly listKey: string; readonly fields: MentionFields; readonly snippetChars: number };
  };
  readonly marketSentiment: { readonly fields: readonly TextActivityField[] };
  readonly rawMentions: {
    readonly fields: MentionFields;
    readonly nullable: readonly string[];
    readonly extra: Readonly<Record<string, z.ZodType>>;
    readonly filters: readonly "include_inherited"[];
    readonly retentionDays: number;
  };
  /** How explanations choose and name their evidence; false without an explain route. */
  readonly explain: false | ExplainRules;
}

/** A market namespace: markets and trades. */
export interface MarketNamespace extends NamespaceBase<MarketActivityField, MarketStat> {
  readonly kind: "market";
  /** What reads its records. */
  readonly connector: MarketConnector;
}

/**
 * Everything specific to a namespace, as data. A new namespace is one value of this type and one line in the registry.
 * Shared code never asks which namespace it serves, only of which kind it is.
 */
export type NamespaceDefinition = TextNamespace | MarketNamespace;

/** The kinds of namespaces. */
export type NamespaceKind = NamespaceDefinition["kind"];

/** Namespaces of a kind. */
export type NamespaceOf<Kind extends NamespaceKind> = Extract<NamespaceDefinition, { readonly kind: Kind }>;

/** What rows of a kind can show. */
export type ActivityFieldOf<Kind extends NamespaceKind> = NamespaceOf<Kind>["activity"];

/** What is counted of a kind. */
export type StatOf<Kind extends NamespaceKind> = NamespaceOf<Kind>["stats"]["fields"][number];

/** What counts as evidence of an explanation, and its names in sentences. */
export interface ExplainRules {
  /** Least confidence of a link, 0 to 1, for a text to count as being about the asset. */
  readonly leastRelevance: number;
  /** If the ticker is ambiguous, only texts that call the company by name count. */
  readonly namedWhenAmbiguous: boolean;
  /** One text, several texts. */
  readonly items: readonly [one: string, many: string];
  /** One speaker, several speakers (see `voice`). */
  readonly voices: readonly [one: string, many: string];
  /** One place, several places; null where places are the speakers or there are none. */
  readonly places: readonly [one: string, many: string] | null;
  /** All of it as one noun: news coverage, forum discussion. */
  readonly talk: string;
  /** An event reported by one text only counts if another namespace reports it too. */
  readonly crossCheck: boolean;
  /** Name of what `engagement` counts; null without engagement. */
  readonly reactions: string | null;
}

/** Keeps the literal types of a definition, and checks that it shows only what its kind can show. */
export function defineNamespace<const Definition extends NamespaceDefinition>(definition: Definition): Definition {
  return definition;
}
