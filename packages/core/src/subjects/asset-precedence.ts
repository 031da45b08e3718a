import type { Asset } from "./asset.js";

/** Of two assets with one claim, the one whose origin has the lower number has it. */
export const precedence: Readonly<Record<Asset["origin"], number>> = { built_in: 0, listed: 1, imported: 2 };
