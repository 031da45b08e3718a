import { readFile } from "node:fs/promises";
import { allOperations } from "@market-sentiment/core";
import { expect, it } from "vitest";
import { generatedFiles } from "../../scripts/web-api.mjs";
import { apiDocument } from "../support/api-document.js";

it("the page's types and its table of operations are those of the interface (else: npm run web:api)", async () => {
  for (const [name, text] of Object.entries(await generatedFiles(apiDocument, allOperations()))) {
    const kept = await readFile(new URL(`../../packages/web/src/generated/${name}`, import.meta.url), "utf8");
    expect(kept === text, `${name} is as it would be made now`).toBe(true);
  }
});
