import type { allOperations, FieldOrigin, fieldOrigins, measures, Operation } from "@market-sentiment/core";

/** The page, in the checkout. */
export const pageFile: string;

/** Every field of the operations' answers, by name. */
export function wireFields(operations: readonly Operation[]): ReadonlyMap<string, unknown>;

/** The origin of each field. @throws Error naming the fields without one, and the origins without a field. */
export function originsOf(
  names: readonly string[],
  origins: typeof fieldOrigins,
  counts: typeof measures,
): Readonly<Record<string, FieldOrigin>>;

/** What the page says. */
export function fieldsPage(core: {
  readonly allOperations: typeof allOperations;
  readonly fieldOrigins: typeof fieldOrigins;
  readonly measures: typeof measures;
}): string;
