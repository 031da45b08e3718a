import { createHash } from "node:crypto";
import path from "node:path";
import type { ObjectCacheOptions } from "@market-sentiment/core/node";
import { WrongUse } from "./failure.js";

/** What of the user's surroundings the place of a cache depends on. */
export interface CacheSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly homeDirectory: string;
  readonly workingDirectory: string;
}

/** A setting that is there and not empty. */
const setting = ({ env }: CacheSurroundings, name: string): string | undefined =>
  env[name] === "" ? undefined : env[name];

/**
 * How the data at an address such as `s3://bucket/prefix` are read: `SENTIMENT_S3_ENDPOINT`, `SENTIMENT_S3_REGION`,
 * `SENTIMENT_S3_CACHE` (a folder; one of its own in the user's cache folder when left out) and `SENTIMENT_S3_CACHE_MB`.
 *
 * @throws WrongUse for settings that cannot be used.
 */
export function objectCacheOf(address: string, around: CacheSurroundings): ObjectCacheOptions {
  const endpoint = setting(around, "SENTIMENT_S3_ENDPOINT");
  if (endpoint !== undefined && !/^https?:\/\/[^/\s@]+\/?$/.test(endpoint))
    throw new WrongUse(`SENTIMENT_S3_ENDPOINT must be an address such as http://127.0.0.1:9000, without keys in it`);
  const region = setting(around, "SENTIMENT_S3_REGION");
  const megabytes = setting(around, "SENTIMENT_S3_CACHE_MB");
  if (megabytes !== undefined && !/^[1-9]\d{0,8}$/.test(megabytes))
    throw new WrongUse(`SENTIMENT_S3_CACHE_MB must be a whole number from 1 on, not '${megabytes}'`);
  const named = setting(around, "SENTIMENT_S3_CACHE");
  return {
    address,
    directory:
      named === undefined ? cacheFolder(address, endpoint, around) : path.resolve(around.workingDirectory, named),
    settings: { endpoint, region },
    ...(megabytes === undefined ? {} : { maxBytes: Number(megabytes) * 1_000_000 }),
  };
}

/** One folder for each address, below the cache folder of the platform. */
function cacheFolder(address: string, endpoint: string | undefined, around: CacheSurroundings): string {
  const { env, platform, homeDirectory } = around;
  const [configured, fallback] =
    platform === "win32"
      ? [env.LOCALAPPDATA, ["AppData", "Local"]]
      : [env.XDG_CACHE_HOME, platform === "darwin" ? ["Library", "Caches"] : [".cache"]];
  const base =
    configured !== undefined && path.isAbsolute(configured) ? configured : path.join(homeDirectory, ...fallback);
  const place = address.replace(/\/+$/, "");
  const mark = createHash("sha256")
    .update(`${endpoint ?? ""} ${place}`)
    .digest("hex")
    .slice(0, 16);
  return path.join(base, "market-sentiment", mark);
}
