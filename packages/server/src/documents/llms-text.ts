import { type NamespaceDefinition, type Operation, SERVICE_VERSION } from "@market-sentiment/core";

const introduction = `# Market sentiment

> HTTP API with JSON answers: attention ("buzz") and sentiment for stocks, ETFs and crypto tokens, and the sentiment of a single text. Release ${SERVICE_VERSION}.

- Send the key in the header \`X-API-Key\`. Health checks need none. A missing, invalid or revoked key gives 401.
- Periods are whole UTC days: \`from\` and \`to\` as YYYY-MM-DD, both included. How far back depends on the account (403 beyond it).
- \`buzz_score\` measures attention and says nothing about direction; \`sentiment_score\` runs from -1 (bearish) to +1 (bullish); \`trend\` compares activity of 3 days with the 3 before and is not a price trend.
- Errors are \`{"detail": …}\`. 422 lists everything that is wrong with the request. 429 and 503 say in \`Retry-After\` when to try again.
- Full description: [OpenAPI 3.1, JSON](/openapi.json), [YAML](/openapi.yaml). [Release notes](/changelog).
`;

/** A plain-text summary of the operations, in Markdown, for language-model agents. */
export function llmsText(operations: readonly Operation[]): string {
  const groups = new Map<NamespaceDefinition | null, Operation[]>();
  for (const operation of operations) {
    groups.set(operation.namespace, [...(groups.get(operation.namespace) ?? []), operation]);
  }
  const sections = [...groups].map(([namespace, group]) => {
    const title = namespace?.title ?? "Text sentiment";
    const about = namespace === null ? "" : `\n${namespace.description}\n`;
    return `\n## ${title}\n${about}\n${group.map(operationLine).join("\n")}\n`;
  });
  return `${introduction}${sections.join("")}\n## Service\n\n- \`GET /health\`: health of every namespace. Needs no key.\n`;
}

function operationLine(operation: Operation): string {
  const { method, path, summary, description, access, parameters, body } = operation;
  const [title = summary] = summary.split(":");
  const query = Object.values(parameters).filter((parameter) => parameter.in === "query");
  const names = query.map(
    ({ name, required, expected }) => `${name}${required === true || expected === true ? "" : "?"}`,
  );
  const notes = [
    ...(names.length > 0 ? [`Query: ${names.join(", ")}.`] : []),
    ...(body === null ? [] : ["Body: JSON, see the OpenAPI document."]),
    ...(access === "professional" ? ["Professional accounts only."] : []),
    ...(access === "public" ? ["Needs no key."] : []),
  ];
  return `- \`${method} ${path}\`: ${title}. ${[description, ...notes].join(" ")}`;
}
