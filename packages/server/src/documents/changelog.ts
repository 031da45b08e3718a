import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * The built bundle lies one folder below the package's root and finds the file among its assets; this source file finds
 * it in the repository.
 */
const changelogFile = fileURLToPath(
  new URL(
    import.meta.url.includes("/src/documents/") ? "../../../../CHANGELOG.md" : "../assets/CHANGELOG.md",
    import.meta.url,
  ),
);

/** The release notes, in Markdown. */
export function readChangelog(): Promise<string> {
  return readFile(changelogFile, "utf8");
}
