import { MarketDataError, type TextModel } from "@market-sentiment/core";
import { patientTextModel } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { answersTo } from "../../../packages/core/src/ingest/mention-rows.js";
import { wordModel } from "../../support/word-model.js";

const away = (seconds?: number) =>
  new MarketDataError("model_unavailable", "away", seconds === undefined ? {} : { retry_after_seconds: seconds });

/** A model that fails with these errors, one a call, and then answers. */
function failing(errors: Error[]): TextModel {
  const left = [...errors];
  return {
    ...wordModel(),
    judge: (texts, options) => {
      const error = left.shift();
      return error === undefined ? wordModel().judge(texts, options) : Promise.reject(error);
    },
  };
}

describe("a patient model", () => {
  it("asks again after the time that the service names, a second at least, and answers in the end", async () => {
    const waited: number[] = [];
    const told: string[] = [];
    const model = patientTextModel(failing([away(5), away(), away(0)]), {
      wait: (ms) => Promise.resolve(waited.push(ms)),
      onWait: ({ message }) => told.push(message),
    });
    expect((await model.judge([{ text: "Apple gains" }]))[0]?.score).toBe(0.8);
    expect(waited).toEqual([5_000, 1_000, 1_000]);
    expect(told).toEqual(["away"]);
  });

  it("gives up once it has waited for as long as it may", async () => {
    const waited: number[] = [];
    const model = patientTextModel(failing(Array.from({ length: 9 }, () => away(4))), {
      patienceMs: 10_000,
      wait: (ms) => Promise.resolve(waited.push(ms)),
    });
    await expect(model.judge([{ text: "x" }])).rejects.toMatchObject({ code: "model_unavailable" });
    expect(waited).toEqual([4_000, 4_000, 2_000]);
  });

  it("waits for nothing else: other errors come at once", async () => {
    const error = new MarketDataError("invalid_text", "empty");
    const model = patientTextModel(failing([error]), { wait: () => Promise.reject(new Error("waited")) });
    await expect(model.judge([{ text: "x" }])).rejects.toBe(error);
  });

  it("stops waiting when the run is stopped", async () => {
    const stop = new AbortController();
    const model = patientTextModel(failing([away(500)]));
    const judged = model.judge([{ text: "x" }], { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("stopped")), 20);
    await expect(judged).rejects.toThrow("stopped");
  });
});

describe("the questions of a run", () => {
  it.each([
    [undefined, 2],
    [640, 10],
  ])(
    "keep a model busy that takes %s at a time: %i calls under way, answers in order",
    async (busyQuestions, calls) => {
      let [running, most] = [0, 0];
      const model = {
        ...wordModel(),
        ...(busyQuestions === undefined ? {} : { busyQuestions }),
        judge: async (texts: Parameters<TextModel["judge"]>[0]) => {
          running += 1;
          most = Math.max(most, running);
          // Later calls answer first.
          await new Promise((resolve) => setTimeout(resolve, 20 - running));
          running -= 1;
          return texts.map(({ text }) => ({ score: Number(text) / 10_000, label: "neutral" as const }));
        },
      };
      const questions = Array.from({ length: 1_000 }, (_, at) => ({ text: String(at) }));
      const answers = await answersTo(questions, model, {});
      expect(answers.map(({ score }) => Math.round(score * 10_000))).toEqual(questions.map(({ text }) => Number(text)));
      expect(most).toBe(calls);
    },
  );
});
