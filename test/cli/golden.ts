import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const folder = fileURLToPath(new URL("../golden", import.meta.url));

/** Compares the text with `test/golden/<name>`; with `UPDATE_GOLDEN=1` writes that file instead. */
export async function expectGolden(name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  if (process.env.UPDATE_GOLDEN === "1") {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  expect(text).toBe(await readFile(file, "utf8"));
}
