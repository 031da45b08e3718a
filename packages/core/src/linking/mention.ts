import type { Asset } from "../subjects/asset.js";
import type { LinkEvidence } from "./asset-link.js";
import type { Company } from "./company.js";

/** A judged place that may name a company. */
export interface Mention {
  readonly company: Company;
  /** The listing that the text names, or null. */
  readonly listing: Asset | null;
  readonly kind: LinkEvidence["kind"];
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** 0 to 1. From {@link DECISIVE} on, it makes a link by itself. */
  readonly score: number;
  /** Whether a context model may accept it where the rules leave a doubt. */
  readonly open: boolean;
  /** Whether the caller's hint was decisive. */
  readonly byHint: boolean;
}
