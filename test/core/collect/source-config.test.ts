import { loadCollecting } from "@market-sentiment/core/node";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const { readSourceConfig, SourceConfigError, sourceConfigSchema } = await loadCollecting();

const good = `version: 1
contact: desk@example.com
sources:
  - name: wire
    type: feed
    namespace: news
    url: https://wire.example/rss
    every: 5m
  - name: paused
    type: feed
    namespace: news
    url: \${PAUSED_URL}
    enabled: false
`;

function faultsOf(text: string, env: Readonly<Record<string, string>> = {}) {
  try {
    readSourceConfig(text, env);
  } catch (error) {
    if (error instanceof SourceConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe("sources.yaml", () => {
  it("is read with its defaults; a paused source needs no secret", () => {
    // The paused source's address is not valid until its variable is set.
    expect(faultsOf(good)).toEqual([expect.objectContaining({ path: "sources[1].url", line: 12 })]);
    const { sources, contact } = readSourceConfig(good.replace("${PAUSED_URL}", "https://paused.example/rss"), {});
    expect(contact).toBe("desk@example.com");
    expect(sources.map(({ name, enabled, everyMs, cron }) => ({ name, enabled, everyMs, cron }))).toEqual([
      { name: "wire", enabled: true, everyMs: 300_000, cron: null },
      { name: "paused", enabled: false, everyMs: 300_000, cron: null },
    ]);
  });

  it.each([
    ["an unknown field", good.replace("every: 5m", "evry: 5m"), 8, "sources[0].evry", /no field 'evry'/],
    ["a time without a unit", good.replace("every: 5m", "every: 5"), 8, "sources[0].every", /./],
    ["an interval below a second", good.replace("5m", "0s"), 8, "sources[0].every", /one second at least/],
    [
      "an unknown kind",
      good.replace("type: feed", "type: fead"),
      5,
      "sources[0].type",
      /must be one of feed, sec-edgar/,
    ],
    [
      "an unknown namespace",
      good.replace("namespace: news", "namespace: nows"),
      6,
      "sources[0].namespace",
      /no namespace 'nows'/,
    ],
    [
      "a namespace that reads other items",
      good.replace("namespace: news", "namespace: forum-stocks"),
      6,
      "sources[0].namespace",
      /does not read feed items|no namespace/,
    ],
    ["a name that is taken", good.replace("name: paused", "name: wire"), 9, "sources[1].name", /taken/],
    ["a name with a slash", good.replace("name: wire", "name: ../wire"), 4, "sources[0].name", /must be/],
    ["an address that is none", good.replace("https://wire.example/rss", "wire.example"), 7, "sources[0].url", /./],
    ["another scheme", good.replace("https://wire.example/rss", "file:///etc/passwd"), 7, "sources[0].url", /./],
    [
      "a cron pattern that never comes",
      good.replace("every: 5m", "cron: '0 0 31 2 *'"),
      8,
      "sources[0].cron",
      /cron pattern/,
    ],
    ["both rhythms", good.replace("every: 5m", "every: 5m\n    cron: '* * * * *'"), 9, "sources[0].cron", /exclude/],
    [
      "a variable that is not set",
      good.replace("https://wire.example/rss", "${NO_SUCH}"),
      7,
      "sources[0].url",
      /NO_SUCH is not set/,
    ],
    ["damaged YAML", good.replace("    type: feed", "   type: feed"), 5, "", /./],
  ])("names the line of %s", (_what, text, line, path, message) => {
    const faults = faultsOf(text.replace("${PAUSED_URL}", "https://paused.example/rss"));
    expect(faults).toContainEqual({ line, path, message: expect.stringMatching(message) as unknown });
  });

  it("reports every fault at once, and never the value of a variable", () => {
    const text = good.replace("every: 5m", "every: soon").replace("https://wire.example/rss", "${TOKEN}");
    const faults = faultsOf(text, { TOKEN: "hunter2-very-secret", PAUSED_URL: "x" });
    expect(faults.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(faults)).not.toContain("hunter2");
  });

  it("has a JSON Schema that accepts and refuses the same configurations as the program", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(sourceConfigSchema());
    expect(validate(parse(good))).toBe(true);
    expect(validate(parse(good.replace("type: feed", "type: fead")))).toBe(false);
    expect(validate(parse(good.replace("every: 5m", "evry: 5m")))).toBe(false);
  });
});

it.each([
  ["an unknown field, at its own line", "    intervall: 5m", 7, "there is no field 'intervall'"],
  ["a time without a unit", "    every: 5", 7, "must be a time such as 30s, 5m or 2h"],
])("a configuration with %s is refused with what is expected", (_title, line, at, message) => {
  const file = `version: 1\nsources:\n  - name: a\n    type: feed\n    namespace: news\n    url: https://x.example/f\n${line}\n`;
  expect(() => readSourceConfig(file, {})).toThrow(new RegExp(`^line ${at} .*: ${message}$`));
});

it.each([
  ["", "line 1: must have the fields `version: 1` and `sources`"],
  ["sources: []\n", "line 1 \\(version\\): must be 1"],
  [
    "version: 1\nsources:\n  - name: a\n    type: feed\n    namespace: news\n    url: ftp://x.example\n",
    "line 6 \\(sources\\[0\\].url\\): must be an address such as https://example.com/feed.xml",
  ],
])("an error names what is expected instead of %j", (file, message) => {
  expect(() => readSourceConfig(file, {})).toThrow(new RegExp(message));
});
