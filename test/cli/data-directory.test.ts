import { describe, expect, it } from "vitest";
import { resolveDataDirectory } from "../../packages/cli/src/data-directory.js";
import { fakeEffects, type World } from "./support.js";

const resolved = (option: string | undefined, world: World) => resolveDataDirectory(option, fakeEffects(world).effects);

describe("the data directory", () => {
  it.each<[string, string | undefined, World, string]>([
    ["is what --data says, before everything else", "d", { env: { SENTIMENT_DATA: "/env" } }, "/desk/d"],
    [
      "else what SENTIMENT_DATA says",
      undefined,
      { env: { SENTIMENT_DATA: "/env" }, directories: ["/desk/.sentiment"] },
      "/env",
    ],
    ["else ./.sentiment where that is there", undefined, { directories: ["/desk/.sentiment"] }, "/desk/.sentiment"],
    [
      "but not a file of that name",
      undefined,
      { files: { "/desk/.sentiment": "" } },
      "/home/ada/.local/share/market-sentiment",
    ],
    ["else the user's on Linux", undefined, { env: { SENTIMENT_DATA: "" } }, "/home/ada/.local/share/market-sentiment"],
    ["else the user's by XDG", undefined, { env: { XDG_DATA_HOME: "/xdg" } }, "/xdg/market-sentiment"],
    [
      "but not by a relative XDG path",
      undefined,
      { env: { XDG_DATA_HOME: "x" } },
      "/home/ada/.local/share/market-sentiment",
    ],
    [
      "else the user's on macOS",
      undefined,
      { platform: "darwin" },
      "/home/ada/Library/Application Support/market-sentiment",
    ],
    [
      "else the user's on Windows",
      undefined,
      { platform: "win32", env: { LOCALAPPDATA: "/users/ada/AppData/Local" } },
      "/users/ada/AppData/Local/market-sentiment",
    ],
    [
      "and there too where the system names no folder",
      undefined,
      { platform: "win32", env: { LOCALAPPDATA: "" } },
      "/home/ada/AppData/Local/market-sentiment",
    ],
  ])("%s", async (_, option, world, directory) => {
    expect(await resolved(option, world)).toBe(directory);
  });
});
