import {
  MarketDataError,
  type SentimentLabel,
  type TextJudgement,
  type TextModel,
  type TextToJudge,
} from "@market-sentiment/core";
import type { Backends } from "../../packages/cli/src/backends.js";
import type { Effects, FileAccess, TextOutput } from "../../packages/cli/src/effects.js";
import { run } from "../../packages/cli/src/run.js";

/** The instant at which the commands run. */
export const NOW = new Date("2026-03-05T12:34:56.789Z");

/** What a command wrote, and how it ended. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Differences from a silent machine without files, terminal and backends. */
export interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly directories?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly terminal?: { readonly columns: number };
  readonly backends?: Partial<Backends>;
  readonly platform?: string;
  readonly stop?: AbortSignal;
  readonly realFiles?: FileAccess;
  readonly now?: () => Date;
  /** What the progress bar was told. */
  readonly bar?: string[];
}

class Captured implements TextOutput {
  text = "";
  readonly isTerminal: boolean;
  readonly columns: number | undefined;

  constructor(terminal: World["terminal"]) {
    this.isTerminal = terminal !== undefined;
    this.columns = terminal?.columns;
  }

  write(text: string): Promise<void> {
    this.text += text;
    return Promise.resolve();
  }

  writeBytes(bytes: Uint8Array): Promise<void> {
    return this.write(Buffer.from(bytes).toString("latin1"));
  }
}

/** Runs one command line in a world of fakes. */
export async function sentiment(args: readonly string[], world: World = {}): Promise<Outcome> {
  const { effects, stdout, stderr } = fakeEffects(world);
  const exitCode = await run(args, effects);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Fake effects, and what they recorded. */
export function fakeEffects(world: World = {}): { effects: Effects; stdout: Captured; stderr: Captured } {
  const stdout = new Captured(world.terminal);
  const stderr = new Captured(world.terminal);
  const effects: Effects = {
    stdout,
    stderr,
    stdin: () => pieces(world.stdin ?? ""),
    env: world.env ?? {},
    workingDirectory: "/desk",
    homeDirectory: "/home/ada",
    platform: world.platform ?? "linux",
    version: "0.0.0-test",
    now: world.now ?? (() => NOW),
    files: world.realFiles ?? memoryFiles(world),
    stopSignal: () => world.stop ?? new AbortController().signal,
    progressBar: (title) =>
      Promise.resolve({
        update: (done, total, note) => void world.bar?.push(`${title} ${done}/${total} ${note}`),
        stop: () => void world.bar?.push("stop"),
      }),
    backends: { ...noBackends, ...world.backends },
  };
  return { effects, stdout, stderr };
}

function memoryFiles(world: World): FileAccess {
  const files = new Map(Object.entries(world.files ?? {}));
  return {
    kindOf: (path) =>
      Promise.resolve(files.has(path) ? "file" : (world.directories ?? []).includes(path) ? "directory" : null),
    readText: (path) => Promise.resolve(files.get(path) ?? null),
    writePrivate: (path, text) => {
      files.set(path, text);
      return Promise.resolve();
    },
    writePieces: async (path, given) => {
      const chunks: Uint8Array[] = [];
      for await (const piece of given) chunks.push(piece);
      files.set(path, Buffer.concat(chunks).toString("latin1"));
    },
    readPieces: (path) => pieces(files.get(path) ?? ""),
  };
}

/** The text as UTF-8 in pieces of 7 bytes, so that lines and characters fall across them. */
export async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 7) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 7);
  }
}

const absent = () => Promise.reject(new Error("This backend is not part of the test."));

const noBackends: Backends = {
  openObjectCache: absent,
  openDataset: absent,
  ingest: absent,
  annotate: absent,
  publish: absent,
  waitingParts: absent,
  rollUpDays: absent,
  publishRolled: absent,
  collect: absent,
  startCollector: () => ({ stop: () => Promise.resolve() }),
  pollSource: absent,
  rebuild: absent,
  importReference: absent,
  repair: absent,
  storedTables: absent,
  switchOpenTables: absent,
  startSample: absent,
  folderContent: () => Promise.resolve("nothing"),
  openAccounts: absent,
  prepareServer: absent,
};

/** A model that knows two words. Texts with `slow` take a while; `crash` ends the model. */
export const wordModel: TextModel = {
  engineVersion: "5.5",
  judge: async (texts: readonly TextToJudge[]) => Promise.all(texts.map(judge)),
  close: () => Promise.resolve(),
};

async function judge({ text, target }: TextToJudge): Promise<TextJudgement> {
  if (text.includes("slow")) await new Promise((resolve) => setTimeout(resolve, 20));
  if (text.includes("crash")) throw new MarketDataError("model_unavailable", "The model crashed.");
  const score = text.includes("beats") ? 0.75 : text.includes("cuts") ? -0.6 : 0;
  const label: SentimentLabel = score > 0 ? "positive" : score < 0 ? "negative" : "neutral";
  const probabilities = { negative: score < 0 ? 1 : 0, neutral: score === 0 ? 1 : 0, positive: score > 0 ? 1 : 0 };
  return {
    text,
    score,
    label,
    modelScore: score,
    probabilities,
    targetFound: target ? text.includes(target.name) : null,
  };
}
