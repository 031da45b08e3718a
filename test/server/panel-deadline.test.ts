import type { CallContext, Panel, PanelReading } from "@market-sentiment/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keys, toyOperation, toyServer } from "./toy-service.js";

const DEADLINE_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A panel whose pieces are made as this says, and the signal of the request that asked for it. */
function served(pieces: (reading: PanelReading) => AsyncGenerator<Uint8Array>) {
  const call: { signal?: AbortSignal | undefined } = {};
  const panel: Partial<Panel> = {
    format: "csv",
    mediaType: "text/csv",
    fileName: "toy.csv",
    tag: "toy",
    bytes: (reading = {}) => pieces(reading),
  };
  const run = ({ signal }: CallContext) => {
    call.signal = signal;
    return panel;
  };
  const operation = { ...toyOperation({ name: "panel", run }), isStreamed: true };
  return { call, app: toyServer([operation], { deadlineMs: DEADLINE_MS }) };
}

/** Advances the timers, and lets everything run that waits for them. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("the deadline of an answer that is sent in pieces", () => {
  it("restarts with each piece: the whole answer may take many times as long", async () => {
    const { app, call } = served(async function* () {
      for (let piece = 0; piece < 6; piece += 1) {
        await pass(0.8 * DEADLINE_MS);
        yield Buffer.from(`${piece}`);
      }
    });
    const response = await app.inject({ url: "/toy/panel", headers: keys.professional });
    expect([response.statusCode, response.body]).toEqual([200, "012345"]);
    expect(call.signal?.aborted).toBe(false);
    await app.close();
  });

  it("restarts with each step towards a piece", async () => {
    const { app, call } = served(async function* ({ onStep }) {
      for (let step = 0; step < 6; step += 1) {
        await pass(0.8 * DEADLINE_MS);
        onStep?.();
      }
      yield Buffer.from("late");
    });
    const response = await app.inject({ url: "/toy/panel", headers: keys.professional });
    expect([response.statusCode, response.body]).toEqual([200, "late"]);
    expect(call.signal?.aborted).toBe(false);
    await app.close();
  });

  it("passes when no step completes: 504 before the first piece, after it the answer breaks off", async () => {
    const idle = served(async function* () {
      await pass(1.2 * DEADLINE_MS);
      yield Buffer.from("never");
    });
    expect((await idle.app.inject({ url: "/toy/panel", headers: keys.professional })).statusCode).toBe(504);
    expect(idle.call.signal?.reason).toMatchObject({ code: "deadline_exceeded" });
    await idle.app.close();
    let isGivenBack = false;
    const broken = served(async function* () {
      try {
        yield Buffer.from("first");
        await pass(1.2 * DEADLINE_MS);
        yield Buffer.from("never");
      } finally {
        isGivenBack = true;
      }
    });
    const response = await broken.app
      .inject({ url: "/toy/panel", headers: keys.professional })
      .catch((cause: unknown) => (cause instanceof Error ? cause : Promise.reject(cause as Error)));
    expect(response instanceof Error ? "" : response.body).not.toContain("never");
    expect(broken.call.signal?.reason).toMatchObject({ code: "deadline_exceeded" });
    expect(isGivenBack).toBe(true);
    await broken.app.close();
  });
});
