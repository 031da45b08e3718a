import type { z } from "zod";
import type { InputIssue } from "../errors.js";

/** Issues of an invalid body, in the form of all validation errors. The body's text is not repeated. */
export function bodyIssues(error: z.ZodError): [InputIssue, ...InputIssue[]] {
  const issues = error.issues.map((issue) => bodyIssue(issue));
  const [first, ...rest] = issues;
  return [first ?? { loc: ["body"], msg: "Invalid body", type: "value_error" }, ...rest];
}

function bodyIssue(issue: z.core.$ZodIssue): InputIssue {
  const loc = ["body", ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))];
  if (issue.code === "too_small") {
    const minimum = Number(issue.minimum);
    const msg = `String should have at least ${minimum} character${minimum === 1 ? "" : "s"}`;
    return { loc, msg, type: "string_too_short", ctx: { min_length: minimum } };
  }
  if (issue.code === "too_big") {
    const maximum = Number(issue.maximum);
    return {
      loc,
      msg: `String should have at most ${maximum} characters`,
      type: "string_too_long",
      ctx: { max_length: maximum },
    };
  }
  if (issue.code === "invalid_type") {
    // zod reports a missing key as a wrong type; report it as missing.
    if (issue.input === undefined && loc.length > 1) return { loc, msg: "Field required", type: "missing" };
    const type = issue.expected === "object" ? "object_type" : `${issue.expected}_type`;
    return { loc, msg: `Input should be a valid ${issue.expected}`, type };
  }
  return { loc, msg: issue.message, type: "value_error" };
}
