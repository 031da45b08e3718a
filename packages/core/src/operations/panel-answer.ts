import { createHash } from "node:crypto";
import { z } from "zod";
import type { RowFormat, RowsQuery } from "../engine.js";
import { SERVICE_VERSION } from "../service-version.js";
import { ENGINE_VERSION } from "../sentiment/text-model.js";
import type { Snapshot } from "../storage/snapshot.js";
import type { Period } from "../time/period.js";
import type { RequestScope } from "./request-scope.js";

/** Origin of a panel, and the digest of its bytes. */
export const panelManifestSchema = z.object({
  namespace: z.string().meta({ description: "Id of the namespace." }),
  format: z.string().meta({ description: "Format of the file." }),
  fields: z.array(z.string()).meta({ description: "Columns of the file, in their order." }),
  from: z.string().meta({ description: "First UTC day." }),
  to: z.string().meta({ description: "Last UTC day." }),
  as_of: z.string().nullable().meta({ description: "Instant as of which the values stand; null for the newest ones." }),
  assets: z.int().meta({ description: "Assets in the file." }),
  rows: z.int().meta({ description: "Rows of the file, the header line not counted." }),
  bytes: z.int().meta({ description: "Length of the file." }),
  tag: z.string().meta({ description: "Two files with the same tag have the same bytes." }),
  sha256: z.string().meta({ description: "SHA-256 of the file's bytes, hexadecimal." }),
  snapshot: z.int().meta({ description: "Number of the state of the data." }),
  published_at: z.string().meta({ description: "When that state was published." }),
  engine_version: z.string().meta({ description: "Version of the sentiment engine." }),
  interface_version: z.string().meta({ description: "Release of the interface." }),
});

/** Describes a panel: its rows, columns and file, and the state of the data behind it. */
export type PanelManifest = z.output<typeof panelManifestSchema>;

/** How the bytes of a panel are read. */
export interface PanelReading {
  readonly signal?: AbortSignal | undefined;
  /** Called after each step. */
  readonly onStep?: (() => void) | undefined;
}

/** One row per day and asset. Nothing is computed before it is read; it may be read more than once. */
export interface Panel {
  readonly format: RowFormat;
  readonly mediaType: string;
  /** A name for the file, such as `<namespace>_2026-01-01_2026-03-31.csv`. */
  readonly fileName: string;
  /** Columns in their order. */
  readonly fields: readonly string[];
  readonly rows: number;
  /** Identifies the content: two panels with the same tag have the same bytes. */
  readonly tag: string;
  /**
   * The file in chunks. Stopping early releases all resources.
   *
   * @throws MarketDataError `engine_unavailable`; the signal's reason.
   */
  bytes(reading?: PanelReading): AsyncGenerator<Uint8Array>;
  /** The rows as objects, whatever the format; instants are ISO 8601 text. */
  objects(reading?: PanelReading): AsyncGenerator<Readonly<Record<string, string | number | boolean | null>>>;
  /** Known once the bytes have been read to their end; else they are made for it. */
  manifest(reading?: PanelReading): Promise<PanelManifest>;
}

const mediaTypes: Readonly<Record<RowFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
  arrow: "application/vnd.apache.arrow.stream",
};

/** Media type of a format. */
export function mediaTypeOf(format: RowFormat): string {
  return mediaTypes[format];
}

/** Manifests of panels that were made of a state of the data, by their tags. */
const manifests = new WeakMap<Snapshot, Map<string, PanelManifest>>();

/** What a panel is made of. */
export interface PanelParts {
  readonly scope: RequestScope;
  readonly window: Period;
  readonly fields: readonly string[];
  readonly keys: readonly string[];
  /** The instant up to which the running day counts. */
  readonly hour: Date;
  readonly format: RowFormat;
  readonly queryFor: (format: RowFormat) => Promise<RowsQuery>;
}

/** A panel over stored tables. */
export class StoredPanel implements Panel {
  readonly format: RowFormat;
  readonly mediaType: string;
  readonly fileName: string;
  readonly fields: readonly string[];
  readonly rows: number;
  readonly tag: string;
  readonly #parts: PanelParts;

  constructor(parts: PanelParts) {
    const { scope, window, fields, keys, hour, format } = parts;
    this.#parts = parts;
    this.format = format;
    this.mediaType = mediaTypeOf(format);
    this.fileName = `${scope.namespace.id}_${window.from}_${window.to}.${format}`;
    this.fields = fields;
    this.rows = window.days * keys.length;
    const { call, view } = scope;
    const isRunning = window.to >= call.today;
    const made = [
      scope.namespace.id,
      view.snapshot.version,
      call.asOf?.at.toISOString() ?? null,
      isRunning ? hour.toISOString() : call.today > window.to,
      SERVICE_VERSION,
      format,
      window.from,
      window.to,
      fields,
      keys,
    ];
    this.tag = createHash("sha256").update(JSON.stringify(made)).digest("base64url").slice(0, 27);
  }

  async *bytes({ signal = this.#parts.scope.call.signal, onStep }: PanelReading = {}): AsyncGenerator<Uint8Array> {
    const { format } = this;
    const digest = createHash("sha256");
    let bytes = 0;
    for await (const chunk of this.#written(format, { signal, onStep })) {
      digest.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    this.#remember({ bytes, sha256: digest.digest("hex") });
  }

  async *objects({ signal = this.#parts.scope.call.signal, onStep }: PanelReading = {}) {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#written("ndjson", { signal, onStep })) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines)
        if (line !== "") yield JSON.parse(line) as Record<string, string | number | boolean | null>;
    }
  }

  async manifest(reading: PanelReading = {}): Promise<PanelManifest> {
    const known = this.#remembered().get(this.tag);
    if (known !== undefined) return known;
    const pieces = this.bytes(reading);
    while ((await pieces.next()).done !== true);
    const made = this.#remembered().get(this.tag);
    if (made === undefined) throw new RangeError("A panel that was read to its end has a manifest.");
    return made;
  }

  async *#written(format: RowFormat, options: Pick<PanelReading, "signal" | "onStep">): AsyncGenerator<Uint8Array> {
    const { scope, queryFor } = this.#parts;
    yield* scope.view.write(scope.namespace.id, await queryFor(format), { format, ...options });
  }

  #remembered(): Map<string, PanelManifest> {
    const { snapshot } = this.#parts.scope.view;
    const known = manifests.get(snapshot) ?? new Map<string, PanelManifest>();
    manifests.set(snapshot, known);
    return known;
  }

  #remember(file: Pick<PanelManifest, "bytes" | "sha256">): void {
    const { scope, window, keys } = this.#parts;
    const { snapshot } = scope.view;
    const known = this.#remembered();
    known.set(this.tag, {
      namespace: scope.namespace.id,
      format: this.format,
      fields: [...this.fields],
      from: window.from,
      to: window.to,
      as_of: scope.call.asOf?.at.toISOString() ?? null,
      assets: keys.length,
      rows: this.rows,
      bytes: file.bytes,
      tag: this.tag,
      sha256: file.sha256,
      snapshot: snapshot.version,
      published_at: snapshot.publishedAt,
      engine_version: ENGINE_VERSION,
      interface_version: SERVICE_VERSION,
    });
    const [oldest] = known.keys();
    if (known.size > keptManifests && oldest !== undefined) known.delete(oldest);
  }
}

/** Manifests that are remembered of one state of the data. */
const keptManifests = 1_000;
