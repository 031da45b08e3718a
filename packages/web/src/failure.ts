/** Why there is no answer, in the service's words if it gives any. */
export interface Failure {
  readonly kind: "key" | "plan" | "quota" | "period" | "nothing" | "unknown_asset" | "unavailable" | "offline";
  readonly title: string;
  readonly text: string;
  /** First day with data, where the period began before it. */
  readonly dataSince?: string;
}

const kinds: Readonly<Record<number, readonly [Failure["kind"], string]>> = {
  401: ["key", "The key was not accepted"],
  403: ["plan", "Not part of this plan"],
  404: ["nothing", "Nothing in this period"],
  422: ["period", "This request is not valid"],
  429: ["quota", "The limit is reached"],
};

interface Issue {
  readonly loc?: readonly (string | number)[];
  readonly msg?: string;
  readonly type?: string;
  readonly ctx?: { readonly available_since?: string };
}

/** Reads an error response of the service. */
export function failureOf(status: number, body: unknown): Failure {
  const [kind, title] = kinds[status] ?? ["unavailable", "The service cannot answer right now"];
  const detail = (body as { readonly detail?: unknown } | null | undefined)?.detail;
  if (typeof detail === "string") return { kind, title, text: detail };
  if (Array.isArray(detail)) {
    const issues = detail as readonly Issue[];
    const said = issues.map(({ loc, msg }) => `${String(loc?.at(-1) ?? "")}: ${msg ?? ""}`);
    const dataSince = issues.find(({ type }) => type === "before_available_since")?.ctx?.available_since;
    return { kind, title, text: said.join("; "), ...(dataSince === undefined ? {} : { dataSince }) };
  }
  const { message, reset_at, error_code } = (detail ?? {}) as Readonly<Record<string, string | null | undefined>>;
  if (typeof error_code === "string" && error_code.startsWith("unsupported"))
    return { kind: "unknown_asset", title: "Not known here", text: message ?? "" };
  const until =
    typeof reset_at === "string"
      ? ` Requests are accepted again from ${reset_at.slice(0, 16).replace("T", " ")} UTC.`
      : "";
  return { kind, title, text: `${message ?? "Please try again later."}${until}` };
}

/** The service could not be reached. */
export const offline: Failure = {
  kind: "offline",
  title: "The service cannot be reached",
  text: "It may have been stopped. The page keeps what it has loaded.",
};
