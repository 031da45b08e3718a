import type { FastifyInstance } from "fastify";
import type { ServerParts } from "../parts.js";
import { notFound } from "../problems/refusal.js";
import { comesFromOwnPage } from "./demo-login.js";
import { pageAssets, pageDocument, publishPacked, readPageFile } from "./page-files.js";

/**
 * Mounts the web page at `/app`. Addresses below it are views, which only the page's script knows. If there is a demo
 * key, a page on this machine gets it by `POST /app/demo-login`; other callers cannot tell that one exists.
 */
export function mountWeb(app: FastifyInstance, { today, demoKey }: Pick<ServerParts, "today" | "demoKey">): void {
  const facts = { replayedDay: today, hasDemoLogin: demoKey !== undefined };
  const document = publishPacked("text/html; charset=utf-8", () => pageDocument(facts));
  app.get("/app", document);
  app.get("/app/*", document);
  for (const [name, type] of Object.entries(pageAssets)) {
    app.get(
      `/app/${name}`,
      publishPacked(type, () => readPageFile(name)),
    );
  }
  if (demoKey === undefined) return;
  app.post("/app/demo-login", (request, reply) => {
    if (!comesFromOwnPage(request.raw)) throw notFound();
    return reply
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ key: demoKey }));
  });
}

/** Whether the caller asks for HTML, as browsers do, and not just for anything. */
export function wantsPage(accepted: string | undefined): boolean {
  const html = /(?:^|,)\s*text\/html\s*(?:;[^,]*?q=([\d.]+))?/i.exec(accepted ?? "");
  return html !== null && Number(html[1] ?? 1) > 0;
}
