import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WorkQueue } from "../../packages/server/src/answers/work-queue.js";

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("ask" as const), caller: fc.constantFrom("a", "b", "c") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("end" as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), pick: fc.nat(50) }) },
);

describe("the queue of work", () => {
  it("keeps its bounds in every order of arrivals, ends and cancellations, loses no slot, and answers every caller", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        fc.array(step, { maxLength: 60 }),
        async (concurrent, queued, steps) => {
          const queue = new WorkQueue({ concurrent, queued });
          const most = Math.max(1, Math.floor(concurrent * 0.75));
          const running: { readonly caller: string; readonly end: () => void }[] = [];
          const callers: AbortController[] = [];
          const outcomes: Promise<string>[] = [];
          const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
          for (const each of steps) {
            if (each.kind === "ask") {
              const controller = new AbortController();
              callers.push(controller);
              const work = () =>
                new Promise<void>((resolve) => {
                  const own = { caller: each.caller, end: () => (running.splice(running.indexOf(own), 1), resolve()) };
                  running.push(own);
                });
              outcomes.push(
                queue.run(controller.signal, each.caller, work).then(
                  () => "done",
                  () => "refused",
                ),
              );
            } else if (each.kind === "end") running[each.pick % Math.max(1, running.length)]?.end();
            else callers[each.pick % Math.max(1, callers.length)]?.abort(new Error("left"));
            await settle();
            expect(queue.load.running).toBe(running.length);
            expect(running.length).toBeLessThanOrEqual(concurrent);
            expect(queue.load.waiting).toBeLessThanOrEqual(queued);
            for (const caller of ["a", "b", "c"]) {
              expect(running.filter((own) => own.caller === caller).length).toBeLessThanOrEqual(most);
            }
          }
          while (running.length > 0 || queue.load.waiting > 0) {
            running[0]?.end();
            await settle();
          }
          expect(queue.load).toEqual({ running: 0, waiting: 0 });
          expect((await Promise.all(outcomes)).every((outcome) => outcome === "done" || outcome === "refused")).toBe(
            true,
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
