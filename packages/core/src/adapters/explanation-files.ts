import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ExplanationCache, type KeptExplanation, memoryCache } from "../explain/explanation-cache.js";

/** Folder of cached explanations inside a data directory. */
const folder = "explanations";
/** Version of the file format; files of another version are ignored. */
const FORMAT = 1;

interface ExplanationFile {
  readonly format: typeof FORMAT;
  readonly kept: readonly KeptExplanation[];
}

/**
 * Caches explanations in the data directory, one small file per asset, shared by all processes. A file is replaced by a
 * rename, so nobody reads half of one; of two concurrent writes, one stays. If the directory cannot be written, this
 * process's memory is the cache. An unreadable file counts as absent.
 */
export function fileCache(dataDirectory: string): ExplanationCache {
  const memory = memoryCache();
  const unwritable = new Set<string>();
  return {
    read: async (namespaceId, key) => {
      const path = pathOf(dataDirectory, namespaceId, key);
      if (unwritable.has(path)) return memory.read(namespaceId, key);
      try {
        const file = JSON.parse(await readFile(path, "utf8")) as Partial<ExplanationFile> | null;
        return file?.format === FORMAT && Array.isArray(file.kept) ? file.kept.filter(isWhole) : [];
      } catch {
        return [];
      }
    },
    write: async (namespaceId, key, kept) => {
      const path = pathOf(dataDirectory, namespaceId, key);
      try {
        await replace(path, JSON.stringify({ format: FORMAT, kept } satisfies ExplanationFile));
        unwritable.delete(path);
      } catch {
        unwritable.add(path);
        await memory.write(namespaceId, key, kept);
      }
    },
  };
}

/** Keys contain dots and hyphens, and some systems reserve names such as CON, so a hash is appended. */
function pathOf(dataDirectory: string, namespaceId: string, key: string): string {
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 8);
  const name = `${key.replaceAll(/[^A-Za-z0-9.-]/g, "_")}-${hash}.json`;
  return join(dataDirectory, folder, namespaceId.replaceAll(/[^a-z0-9-]/g, "_"), name);
}

async function replace(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const staged = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    const handle = await open(staged, "wx");
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, path);
  } catch (error) {
    await rm(staged, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Files of another release or program may lack parts. */
function isWhole(kept: Partial<KeptExplanation>): kept is KeptExplanation {
  return (
    typeof kept.snapshotVersion === "number" &&
    typeof kept.digest === "string" &&
    typeof kept.to === "string" &&
    typeof kept.wantedModel === "string" &&
    typeof kept.text === "string" &&
    typeof kept.model === "string" &&
    typeof kept.isStandIn === "boolean" &&
    typeof kept.generatedAtMs === "number" &&
    typeof kept.evidence === "object"
  );
}
