import { errorCodes, MarketDataError, namespaces } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { exitCodes } from "../../packages/cli/src/failure.js";
import { queryCommands } from "../../packages/cli/src/commands/query-words.js";
import { expectGolden } from "./golden.js";
import { sentiment } from "./support.js";

const commands = [
  ...queryCommands().map(({ word }) => [word]),
  ["analyze"],
  ["ingest"],
  ["annotate"],
  ["publish"],
  ["rebuild"],
  ["reference", "import"],
  ["repair"],
  ["accounts", "create"],
  ["accounts", "list"],
  ["accounts", "plan"],
  ["keys", "create"],
  ["keys", "list"],
  ["keys", "revoke"],
  ["serve"],
  ["collect"],
  ["sources", "add"],
  ["sources", "init"],
  ["sources", "backfill"],
  ["sources", "status"],
];

describe("help", () => {
  it("equals the golden text, for every command", async () => {
    const texts = await Promise.all(
      [[], ...commands].map(async (command) => {
        const { exitCode, stdout, stderr } = await sentiment([...command, "--help"]);
        expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
        return `$ ${["sentiment", ...command, "--help"].join(" ")}\n${stdout}`;
      }),
    );
    await expectGolden("help.txt", texts.join("\n"));
  });

  it("lists a command for every kind of query that some namespace has", async () => {
    const { stdout } = await sentiment(["--help"]);
    for (const { word } of queryCommands()) expect(stdout).toMatch(new RegExp(`^ {2}${word} `, "m"));
  });

  it.each(commands.map((command) => [command.join(" ")]))(
    "gives the default of every option of %s",
    async (command) => {
      const { stdout } = await sentiment([...command.split(" "), "--help"], { terminal: { columns: 400 } });
      const options = stdout.split("\n").filter((line) => /^ {2}--\S+ </.test(line) && !line.includes("--input"));
      expect(options.length).toBeGreaterThan(0);
      for (const option of options) expect(option).toMatch(/\((default: .+|(?:this or --\w+ is )?required)\)$/);
    },
  );

  it("prints help as wrong use when no command is given", async () => {
    const { exitCode, stdout, stderr } = await sentiment([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: sentiment/);
  });

  it("prints the release", async () => {
    expect(await sentiment(["--version"])).toEqual({ exitCode: 0, stdout: "0.0.0-test\n", stderr: "" });
  });
});

describe("wrong use ends with 2 and says on one line what is wrong", () => {
  it.each([
    [["trendign"], "unknown command 'trendign' (Did you mean trending?)"],
    [["trending", "--frm", "2026-01-01"], "unknown option '--frm' (Did you mean --from?)"],
    [["trending", "AAPL"], "too many arguments for 'trending'. Expected 0 arguments but got 1."],
    [["stock"], "missing required argument 'ticker'"],
    [["search", "apple", "--from", "2026-01-01"], "unknown option '--from'"],
    [["stats", "--days", "7"], "unknown option '--days' (Did you mean --data?)"],
    [["market", "--limit", "5"], "unknown option '--limit'"],
    [["trending", "--json", "--csv"], "--json and --csv exclude each other"],
    [["trending", "--today", "2026-02-30"], "--today: 2026-02-30 is not a day in the form YYYY-MM-DD"],
    [["trending", "--today", "5 March"], "--today: 5 March is not a day in the form YYYY-MM-DD"],
    [["trending", "--data", "/nowhere"], "the data directory /nowhere does not exist"],
    [["analyze"], "analyze takes either a text or --input"],
    [["analyze", "text", "--input", "-"], "analyze takes either a text or --input"],
    [
      ["analyze", "--input", "-", "--target", "Tesla"],
      "--target goes with a text; with --input each line names its own",
    ],
    [["analyze", "--input", "none.jsonl"], "the file /desk/none.jsonl does not exist"],
    [["ingest", "none.csv"], "the file /desk/none.csv does not exist"],
    [["ingest", "/folder"], "/folder is a directory"],
    [["ingest", "a.csv", "--map", "title"], "--map: 'title' does not have the form field=column"],
    [["ingest", "a.csv", "--map", "title=a", "--map", "title=b"], "--map: title is mapped twice"],
    [["ingest"], "missing required argument 'files'"],
    [["reference", "import", "none.csv"], "the file /desk/none.csv does not exist"],
    [["repair", "--data", "/nowhere"], "the data directory /nowhere does not exist"],
    [["keys", "create", "--plan", "free"], "required option '--name <name>' not specified"],
  ])("%j", async (args, message) => {
    const world = { files: { "/desk/a.csv": "" }, directories: ["/folder"] };
    expect(await sentiment(args, world)).toEqual({ exitCode: 2, stdout: "", stderr: `sentiment: ${message}\n` });
  });

  it("lists the valid names when there is no such namespace", async () => {
    const names = namespaces.map(({ shortName }) => shortName).join(", ");
    const { exitCode, stderr } = await sentiment(["trending", "--ns", "radio"]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `sentiment: there is no namespace 'radio'; --ns takes ${names}\n`,
    });
  });

  it("names every missing file", async () => {
    const { stderr } = await sentiment(["ingest", "a.csv", "b.csv"]);
    expect(stderr).toBe("sentiment: the file /desk/a.csv does not exist\n  the file /desk/b.csv does not exist\n");
  });
});

describe("failures", () => {
  const failing = (error: Error) => ({ backends: { openDataset: () => Promise.reject(error) } });

  it.each(errorCodes.map((code) => [code] as const))(
    "ends with the exit code of %s and without a stack trace",
    async (code) => {
      const cause = new Error("/secret/path");
      const outcome = await sentiment(["stats"], failing(new MarketDataError(code, "It is\nso.", {}, { cause })));
      expect(outcome).toEqual({ exitCode: exitCodes[code], stdout: "", stderr: "sentiment: It is so.\n" });
    },
  );

  it("shows where an error comes from only with SENTIMENT_DEBUG=1", async () => {
    const error = new Error("broken", { cause: new Error("deeper") });
    expect((await sentiment(["stats"], failing(error))).stderr).toBe("sentiment: broken\n");
    const { stderr } = await sentiment(["stats"], { ...failing(error), env: { SENTIMENT_DEBUG: "1" } });
    expect(stderr).toMatch(/^sentiment: broken\n[^]*usage\.test\.ts[^]*Error: deeper/);
  });

  it("ends quietly when the reader of its output closes the pipe", async () => {
    const outcome = await sentiment(["stats"], failing(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })));
    expect(outcome).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
