import { afterEach, describe, expect, it } from "vitest";
import { OnnxPool } from "../../../packages/core/src/adapters/onnx-pool.js";

const script = new URL("./fixtures/scripted-worker.mjs", import.meta.url);
const piece = (...texts: string[]) => texts.map((text) => ({ text, name: null, mentions: [], others: [] }));
let pool: OnnxPool | undefined;
const start = async (workers: number) => (pool = await OnnxPool.start({ workers, workerData: null, script }));

afterEach(() => pool?.close());

describe("OnnxPool", () => {
  it("answers pieces in the order they were given", async () => {
    const many = Array.from({ length: 40 }, (_, at) => piece(String(at)));
    const answers = await (await start(2)).run(many);
    expect(answers.map(([first]) => first)).toEqual(many.map((_, at) => at));
  });

  it("fails only the piece on which a worker crashed, reports it, and continues with a new worker", async () => {
    const running = await start(1);
    for (const order of ["crash", "exit"]) {
      const [crashed, next] = await Promise.allSettled([running.run([piece(order)]), running.run([piece("5")])]);
      expect(crashed).toMatchObject({ status: "rejected", reason: { code: "model_unavailable" } });
      expect(next).toMatchObject({ status: "fulfilled" });
    }
  });

  it("keeps the worker when it reports a failure", async () => {
    const running = await start(1);
    await expect(running.run([piece("fail")])).rejects.toMatchObject({ code: "model_unavailable" });
    await expect(running.run([piece("1")])).resolves.toHaveLength(1);
  });

  it("stops restarting a worker that keeps crashing, and rejects instead of hanging", async () => {
    const running = await start(1);
    for (let round = 0; round < 6; round++) {
      await expect(running.run([piece("crash")])).rejects.toMatchObject({ code: "model_unavailable" });
    }
  });

  it("rejects at once with the signal's reason and drops its queued pieces", async () => {
    const running = await start(1);
    const controller = new AbortController();
    const reason = new Error("enough");
    const answer = running.run([piece("slow"), ...Array.from({ length: 200 }, () => piece("slow"))], controller.signal);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    // Between these ten answers, the worker processed only the current one of the 201 pieces.
    for (let call = 1; call < 10; call += 1) await running.run([piece("1")]);
    const [[pieces] = []] = await running.run([piece("pieces")]);
    expect(pieces).toBe(11);
  });

  it("serves a short call between the pieces of a long one", async () => {
    const running = await start(1);
    const done: string[] = [];
    const long = running.run(Array.from({ length: 60 }, () => piece("1"))).then(() => done.push("long"));
    const short = running.run([piece("2")]).then(() => done.push("short"));
    await Promise.all([long, short]);
    expect(done).toEqual(["short", "long"]);
  });

  it("refuses a call beyond the limit at once, saying when to come back, and takes the next once there is room", async () => {
    pool = await OnnxPool.start({ workers: 1, workerData: null, script, maxCalls: 2 });
    const running = pool;
    const open = [running.run([piece("1")]), running.run([piece("2")])];
    await expect(running.run([piece("3")])).rejects.toMatchObject({
      code: "model_unavailable",
      details: { retry_after_seconds: 2 },
    });
    await expect(Promise.all(open)).resolves.toHaveLength(2);
    await expect(running.run([piece("3")])).resolves.toHaveLength(1);
  });

  it("frees the room of calls that failed or were cancelled", async () => {
    pool = await OnnxPool.start({ workers: 1, workerData: null, script, maxCalls: 1 });
    const controller = new AbortController();
    const left = pool.run([piece("slow")], controller.signal);
    controller.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await expect(pool.run([piece("fail")])).rejects.toMatchObject({ code: "model_unavailable" });
    await expect(pool.run([piece("1")])).resolves.toHaveLength(1);
  });

  it("rejects running and later calls when closed", async () => {
    const running = await start(1);
    const open = running.run([piece("slow")]);
    const refused = expect(open).rejects.toMatchObject({ code: "model_unavailable" });
    await running.close();
    await refused;
    await expect(running.run([piece("1")])).rejects.toMatchObject({ code: "model_unavailable" });
  });
});
