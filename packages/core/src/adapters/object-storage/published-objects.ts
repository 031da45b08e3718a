import { createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { MarketDataError } from "../../errors.js";
import { emptySnapshot, type Snapshot } from "../../storage/snapshot.js";
import { type ShownSnapshot, shownForm } from "../delta/shown-snapshot.js";
import { isTableFilePath, snapshotFileName } from "../duckdb/data-layout.js";
import { snapshotForm } from "../duckdb/snapshot-files.js";
import type { ObjectStore } from "./object-store.js";

/** Keys of a data directory in an object store. Files of tables have the paths that they have in a folder. */
export const keys = {
  /** Names the newest manifest. The conditional write of this object is the moment of publication. */
  current: "CURRENT",
  /** Who may write. */
  lease: "LEASE",
  /** Says which state the Delta logs show, and names its manifest. */
  shown: "SHOWN",
  manifests: "snapshots/",
  files: "files/",
  companions: "companions/",
} as const;

/** Files beside the tables that belong to the state of a data directory: imported assets, and how Delta logs are kept. */
export const companionPaths = ["reference/assets.csv", "open-tables.json"] as const;

/** Size and content of a file. */
export interface FileMark {
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/** A published state: the snapshot, with the marks of the files that it names, and of those beside the tables. */
export interface Manifest {
  readonly snapshot: Snapshot;
  /** By path. */
  readonly files: Readonly<Record<string, FileMark>>;
  /** By path; their objects are named after their content. */
  readonly companions: Readonly<Record<string, FileMark>>;
}

/** Content of {@link keys.current}. */
export interface Pointer {
  readonly version: number;
  /** Key of the manifest; null before the first publication. */
  readonly manifest: string | null;
  /** SHA-256 of the manifest's bytes. */
  readonly sha256: string | null;
  /** The writer that wrote it, so that a change of writers changes the object. */
  readonly writer: string;
}

/** A pointer as it was read, with the mark that a write over it must name. */
export interface ReadPointer extends Pointer {
  readonly etag: string;
}

/** Content of {@link keys.shown}: a state that all Delta logs show. It is the newest one or an earlier one. */
export interface ShownState extends ShownSnapshot {
  /** Key of the state's manifest. */
  readonly manifest: string;
  /** SHA-256 of the manifest's bytes. */
  readonly sha256: string;
}

/** Form of the objects; a newer release may write another. */
const FORMAT = 1;
const mark = z.object({ size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const pointerForm = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(0),
  manifest: z.string().nullable(),
  sha256: z.string().nullable(),
  writer: z.string(),
});
const shownStateForm = shownForm.extend({ format: z.literal(FORMAT), manifest: z.string(), sha256: z.string() });
const manifestForm = z.object({
  format: z.literal(FORMAT),
  snapshot: snapshotForm,
  files: z.record(z.string().refine(isTableFilePath, "names a file that is not a table file"), mark),
  companions: z.partialRecord(z.enum(companionPaths), mark),
});

/**
 * The newest pointer; `unchanged` if it still has the known mark, null where nothing was ever written.
 *
 * @throws MarketDataError `engine_unavailable`; `store_damaged` when it cannot be understood.
 */
export async function readPointer(store: ObjectStore, known?: string): Promise<ReadPointer | "unchanged" | null> {
  const object = await store.get(keys.current, known);
  if (object === null || object === "unchanged") return object;
  const parsed = pointerForm.safeParse(jsonOf(object.bytes));
  if (!parsed.success) throw damaged(store, `its object ${keys.current} is not of this form`);
  const { version, manifest, sha256, writer } = parsed.data;
  return { version, manifest, sha256, writer, etag: object.etag };
}

/**
 * Writes the pointer over the known one.
 *
 * @param over Null where there must be none.
 * @returns The new one; null when somebody else has written it meanwhile.
 */
export async function writePointer(
  store: ObjectStore,
  pointer: Pointer,
  over: string | null,
): Promise<ReadPointer | null> {
  const bytes = Buffer.from(`${JSON.stringify({ format: FORMAT, ...pointer })}\n`);
  const etag = await store.put(keys.current, bytes, over === null ? "nothing-there" : { over });
  return etag === null ? null : { ...pointer, etag };
}

/**
 * The state that the Delta logs show; `unchanged` if it still has the known mark, null where no logs are kept.
 *
 * @throws MarketDataError `engine_unavailable`; `store_damaged` when it cannot be understood.
 */
export async function readShownState(
  store: ObjectStore,
  known?: string,
): Promise<{ readonly state: ShownState; readonly etag: string } | "unchanged" | null> {
  const object = await store.get(keys.shown, known);
  if (object === null || object === "unchanged") return object;
  const parsed = shownStateForm.safeParse(jsonOf(object.bytes));
  if (!parsed.success) throw damaged(store, `its object ${keys.shown} is not of this form`);
  const { snapshot, versions, manifest, sha256 } = parsed.data;
  return { state: { snapshot, versions, manifest, sha256 }, etag: object.etag };
}

/**
 * Says which state the Delta logs show, over what is known to be said.
 *
 * @param over The mark of the known object; null where there must be none.
 * @returns The new mark; null when somebody else has written it meanwhile.
 */
export function writeShownState(store: ObjectStore, state: ShownState, over: string | null): Promise<string | null> {
  const bytes = Buffer.from(`${JSON.stringify({ format: FORMAT, ...state })}\n`);
  return store.put(keys.shown, bytes, over === null ? "nothing-there" : { over });
}

/**
 * The manifest that a pointer names; that of an empty directory before the first publication.
 *
 * @throws MarketDataError `engine_unavailable`; `store_damaged` when it is lost or changed.
 */
export async function readManifest(
  store: ObjectStore,
  pointer: Pick<Pointer, "manifest" | "sha256">,
): Promise<Manifest> {
  if (pointer.manifest === null) return { snapshot: emptySnapshot, files: {}, companions: {} };
  const object = await store.get(pointer.manifest);
  if (object === null || object === "unchanged") throw damaged(store, `${pointer.manifest} is lost`);
  if (sha256Of(object.bytes) !== pointer.sha256)
    throw damaged(store, `${pointer.manifest} has other content than was published`);
  const parsed = manifestForm.safeParse(jsonOf(await promisify(gunzip)(object.bytes)));
  if (!parsed.success) throw damaged(store, `${pointer.manifest} is not of this form`);
  const { snapshot, files, companions } = parsed.data;
  const missing = snapshot.files.find(({ path }) => files[path] === undefined);
  if (missing !== undefined) throw damaged(store, `${pointer.manifest} has no size of ${missing.path}`);
  return { snapshot: snapshot as unknown as Snapshot, files, companions };
}

/** Writes a manifest under a new key, and returns the pointer to it. */
export async function writeManifest(store: ObjectStore, manifest: Manifest, writer: string): Promise<Pointer> {
  const bytes = await promisify(gzip)(JSON.stringify({ format: FORMAT, ...manifest }));
  const { version } = manifest.snapshot;
  // Two writers may try the same number: each gets a name of its own.
  const key = `${keys.manifests}${snapshotFileName(version)}-${randomBytes(8).toString("hex")}.gz`;
  await store.put(key, bytes);
  return { version, manifest: key, sha256: sha256Of(bytes), writer };
}

/** Number of the state in a manifest's key; null for other keys. */
export function versionOfManifest(key: string): number | null {
  const [, digits] = /^snapshots\/(\d{12})\.json-[0-9a-f]{16}\.gz$/.exec(key) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Key of a file beside the tables. */
export function companionKey({ sha256 }: FileMark): string {
  return `${keys.companions}${sha256}`;
}

/** SHA-256 in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return null;
  }
}

/** The error for objects that are not as they were published. */
export function damaged(store: ObjectStore, reason: string): MarketDataError {
  return new MarketDataError("store_damaged", `The data at ${store.name} are damaged: ${reason}.`, {});
}
