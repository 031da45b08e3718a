import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The packages of the workspace that are published, with the folder of each. */
export const publishedPackages = (
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly workspaces: readonly string[] }
).workspaces
  .map((folder) => ({ folder: join(root, folder), ...readPackage(join(root, folder)) }))
  .filter((one) => one.private !== true);

/** The fields of a `package.json` that these tests read. */
export interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly repository?: { readonly directory?: string };
  readonly exports?: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The `package.json` of a folder. */
export function readPackage(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageFile;
}

/**
 * Packs a package of the workspace with `npm pack` and lays its content into the project, as an installation would.
 *
 * @returns The folder of the installed package.
 */
export function installPacked(folder: string, project: string): string {
  const { name } = readPackage(folder);
  const workshop = join(project, ".packed", name.replace("/", "-"));
  mkdirSync(workshop, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", workshop], { cwd: folder, stdio: "pipe" });
  const [tarball = ""] = readdirSync(workshop);
  execFileSync("tar", ["-xzf", tarball], { cwd: workshop });
  const installed = join(project, "node_modules", name);
  mkdirSync(dirname(installed), { recursive: true });
  renameSync(join(workshop, "package"), installed);
  return installed;
}

/** Links packages that the checkout has installed into the project, where it does not have them yet. */
export function linkInstalled(project: string, names: Iterable<string>): void {
  for (const name of names) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(join(root, "node_modules", name), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
