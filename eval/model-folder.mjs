// Copies of the model folder in which something differs.
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The shipped model's folder. */
export const modelDirectory = fileURLToPath(new URL("../models", import.meta.url));

/** A copy of the model folder with another model file, or other fields of the manifest; the caller removes it. */
export async function folderWith({ model, fields = {} }) {
  const folder = await mkdtemp(join(tmpdir(), "eval-model-"));
  const manifest = { ...JSON.parse(await readFile(join(modelDirectory, "manifest.json"), "utf8")), ...fields };
  const path = model ?? join(modelDirectory, manifest.files.model.path);
  const bytes = await readFile(path);
  manifest.files.model = {
    path: "other.onnx",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
  };
  await symlink(resolve(path), join(folder, "other.onnx"));
  await mkdir(join(folder, dirname(manifest.files.tokenizer.path)));
  await copyFile(join(modelDirectory, manifest.files.tokenizer.path), join(folder, manifest.files.tokenizer.path));
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}
