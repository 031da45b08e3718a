import { MarketDataError } from "@market-sentiment/core";
import { type CollectorOptions, loadCollecting, openReader, type SourceConfig } from "@market-sentiment/core/node";
import { join } from "node:path";
import { temporaryDirectory } from "./temporary-directory.js";
import { wordModel } from "./word-model.js";

const { pollOnce, readSourceConfig } = await loadCollecting();

/** A data directory into which one configured source is collected, at times set by the test. */
export interface Collected {
  readonly data: string;
  /** Sets the clock. */
  at(time: string): void;
  poll(backfill?: { readonly from: string; readonly to: string }): ReturnType<typeof pollOnce>;
  rows<Row>(sql: string): Promise<Row[]>;
  /** `state from–to` of each interval, oldest first, with times as `HH:MM:SS`. */
  coverage(): Promise<string[]>;
  state(): Promise<Record<string, unknown>>;
  options: CollectorOptions;
}

/** A source of the given entry (without its name), with limits that make faults quick. */
export async function collected(
  entry: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
  settings: { readonly contact?: string } = {},
): Promise<Collected> {
  const data = join(await temporaryDirectory(), "data");
  let now = new Date("2026-03-02T12:00:00Z");
  const file = { version: 1, ...settings, sources: [{ name: "tested", ...entry }] };
  const config: SourceConfig = readSourceConfig(JSON.stringify(file), env);
  const [source] = config.sources;
  if (source === undefined) throw new Error("The entry is no source.");
  const options: CollectorOptions = {
    dataDirectory: data,
    textModel: wordModel(),
    readConfig: () => Promise.resolve(config),
    now: () => now,
    limits: { connectMs: 500, silenceMs: 400, totalMs: 1_500, maxBytes: 1_000_000 },
    random: () => 0,
    quietMs: 0,
  };
  const rows = async <Row>(sql: string): Promise<Row[]> => {
    const reader = await openReader(data);
    try {
      return await (await reader.view()).query<Row>(source.namespace.id, { sql, params: [] });
    } finally {
      await reader.close();
    }
  };
  return {
    data,
    options,
    at: (time) => (now = new Date(time)),
    poll: (backfill) =>
      pollOnce(
        options,
        { ...source, connector: { ...source.connector, hostPauseMs: 0 } },
        backfill === undefined ? null : { fromMs: Date.parse(backfill.from), toMs: Date.parse(backfill.to) },
      ),
    rows,
    coverage: async () => {
      const time = (name: string) => `strftime(${name}, '%H:%M:%S')`;
      const found = await rows<{ shown: string }>(
        `SELECT state || ' ' || ${time("from_at")} || '–' || ${time("to_at")} AS shown FROM source_coverage ORDER BY from_at`,
      );
      return found.map(({ shown }) => shown);
    },
    state: async () => {
      const [state] = await rows<Record<string, unknown>>(
        "SELECT * REPLACE (CAST(polls AS INTEGER) AS polls, CAST(errors AS INTEGER) AS errors) FROM source_state",
      );
      if (state === undefined) throw new MarketDataError("store_damaged", "There is no state.");
      return state;
    },
  };
}
