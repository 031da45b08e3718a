import type { ErrorDetails, InputIssue } from "@market-sentiment/core";

/** One item of a 422 body. */
export interface ValidationItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The 422 list from an error's `details.issues`; one item at `fallbackLoc` if it has none. */
export function validationDetail(
  details: ErrorDetails,
  fallback: { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string },
): ValidationItem[] {
  const { issues } = details;
  if (!Array.isArray(issues) || issues.length === 0) return [fallback];
  return (issues as InputIssue[]).map(({ loc, msg, type, input, ctx }) => ({
    loc,
    msg,
    type,
    ...(input === undefined ? {} : { input }),
    ...(ctx === undefined ? {} : { ctx }),
  }));
}
