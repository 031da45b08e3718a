import type { AnnotatedLine, PublishReport } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import type { Backends } from "../../packages/cli/src/backends.js";
import { StopRequested } from "../../packages/cli/src/failure.js";
import { NOW, sentiment } from "./support.js";

const line = {
  annotated: "removal",
  namespace: "forum-stocks",
  document_id: "reuters:1",
  as_of_utc: null,
} satisfies AnnotatedLine;

/** An annotation that writes lines, rejects some records, and remembers what it was asked for. */
function scripted(lines: number, rejected: number, end?: Error) {
  const asked: Parameters<Backends["annotate"]>[0][] = [];
  const annotate: Backends["annotate"] = async (options, write) => {
    asked.push(options);
    for (let at = 0; at < lines; at += 1) await write(line);
    if (end !== undefined) throw end;
    return { lines, rejected, rejectedFile: rejected > 0 ? options.rejectedFile : null };
  };
  return { asked, backends: { annotate } };
}

describe("sentiment annotate", () => {
  it("reads standard input, writes lines only on standard output, and says on standard error what was rejected", async () => {
    const { asked, backends } = scripted(2, 1);
    const { exitCode, stdout, stderr } = await sentiment(["annotate", "--ns", "forum", "--rejected", "bad.jsonl"], {
      backends,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(line)}\n${JSON.stringify(line)}\n`);
    expect(stderr).toMatch(/^2 lines written, 1 records rejected, kept in \/.*bad\.jsonl\n$/);
    expect(asked).toMatchObject([{ namespace: { id: "forum-stocks" }, hints: "supported", columnMap: {} }]);
    expect(asked[0]?.now()).toEqual(NOW);
    expect(asked[0]?.files).toMatchObject([{ name: expect.stringMatching(/^stdin-/) as string }]);
  });

  it("fails when every record was rejected and none was kept, and not when there was none", async () => {
    const kept = await sentiment(["annotate", "--rejected", "bad.jsonl"], { backends: scripted(0, 3).backends });
    expect(kept.exitCode).toBe(0);
    expect((await sentiment(["annotate"], { backends: scripted(0, 3).backends })).exitCode).toBe(1);
    expect((await sentiment(["annotate"], { backends: scripted(0, 0).backends })).exitCode).toBe(0);
  });

  it("refuses a namespace without texts, unknown uses of hints and files that are not there", async () => {
    for (const [args, message] of [
      [["--ns", "predmarket"], /predmarket has no texts to annotate; --ns takes news, /],
      [["--hints", "some"], /--hints takes supported, all, none/],
      [["nowhere.jsonl"], /nowhere\.jsonl does not exist/],
    ] as const) {
      const { exitCode, stderr } = await sentiment(["annotate", ...args]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(message);
    }
  });

  it("ends with 143 when it is stopped, and says that its lines are whole", async () => {
    const stop = new AbortController();
    stop.abort(new StopRequested("SIGTERM"));
    const { backends } = scripted(1, 0, new Error("stopped"));
    const { exitCode, stdout, stderr } = await sentiment(["annotate"], { backends, stop: stop.signal });
    expect(exitCode).toBe(143);
    expect(stdout).toBe(`${JSON.stringify(line)}\n`);
    expect(stderr).toMatch(/the lines that were written are whole/);
  });
});

describe("sentiment publish", () => {
  it("wants a folder that exists", async () => {
    expect((await sentiment(["publish"])).stderr).toMatch(/either --from or --rolled/);
    expect((await sentiment(["publish", "--from", "a", "--rolled", "b"])).stderr).toMatch(/either --from or --rolled/);
    expect((await sentiment(["publish", "--rolled", "b", "--mentions-only"])).stderr).toMatch(/with --from only/);
    const { exitCode, stderr } = await sentiment(["publish", "--from", "nowhere"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/the folder \/.*nowhere does not exist/);
  });

  it("refuses a namespace without texts", async () => {
    const publish: Backends["publish"] = () => Promise.resolve({} as PublishReport);
    const { exitCode, stderr } = await sentiment(["publish", "--from", "x", "--ns", "predmarket"], {
      backends: { publish },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/predmarket has no texts/);
  });
});
