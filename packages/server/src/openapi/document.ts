import { type NamespaceDefinition, type Operation, SERVICE_VERSION } from "@market-sentiment/core";
import { plans } from "../accounts/plan.js";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "../request-input.js";
import { Components } from "./components.js";
import type { JsonObject } from "./json-schema.js";
import { KEY_SCHEME, operationObject, TEXT_TAG } from "./operation-object.js";
import { SERVICE_TAG, serviceHealthObject } from "./service-health.js";

const planLines = Object.values(plans).map(
  ({ id, burstPerMinute, requestsPerMonth, lookbackDays, professionalRoutes }) =>
    `| ${id} | ${burstPerMinute} | ${requestsPerMonth} | ${lookbackDays} days | ${professionalRoutes ? "yes" : "no"} |`,
);

const description = `Attention ("buzz") and sentiment for stocks, ETFs and crypto tokens, and the sentiment of a single text.

**Keys.** Every operation but the health checks needs a key in the header \`X-API-Key\`.

**Time.** All periods are whole UTC calendar days. \`from\` and \`to\` are both included; the window of a running day ends now.

**Limits.**

| Account | Requests per minute | Requests per month | Looks back | Raw mentions, text analysis and exports |
|---|---|---|---|---|
${planLines.join("\n")}

Every request with a valid key counts once, whatever its status; one that is refused with 429 does not.

**Errors.** Every error is \`{"detail": …}\`: a sentence, an object for branching, or (422) a list of everything that is wrong.
Apart from what each operation lists: an address that does not exist gives 404, a method that it does not know 405 with \`Allow\`,
an address of more than ${MAX_ADDRESS_BYTES} bytes 414. A body has at most ${MAX_BODY_BYTES} bytes.

**Change.** Fields may be added within \`/v1\`; nothing is removed without notice in \`/changelog\`.`;

/** The OpenAPI 3.1 document of the operations, and of the health of the service as a whole. */
export function openApiDocument(operations: readonly Operation[]): JsonObject {
  const components = new Components();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation, components);
  }
  paths["/health"] = { get: serviceHealthObject(operations, components) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Market sentiment",
      version: SERVICE_VERSION,
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "This service." }],
    security: [{ [KEY_SCHEME]: [] }],
    tags: tagsOf(operations),
    paths,
    components: {
      ...components.toObject(),
      securitySchemes: {
        [KEY_SCHEME]: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "`sk_live_` and 32 hexadecimal digits.",
        },
      },
    },
  };
}

function tagsOf(operations: readonly Operation[]): JsonObject[] {
  const served = new Map<string, NamespaceDefinition>();
  for (const { namespace } of operations) if (namespace !== null) served.set(namespace.id, namespace);
  return [
    { name: TEXT_TAG, description: "Sentiment of one text that the caller sends." },
    ...[...served.values()].map(({ id, title, description }) => ({
      name: id,
      description: `${title}. ${description}`,
    })),
    { name: SERVICE_TAG, description: "The service as a whole." },
  ];
}
