import type { UserRecord } from "./microblog-records.js";
import { memberName } from "./people.js";
import { hash32, Rng } from "./rng.js";

/** Number of accounts of the sample platform. */
export const accountCount = 1200;

/** Numbers below this are robots. */
export const robotCount = 4;

/** Account with the number: a few have many followers, most have few. */
export function account(number: number): UserRecord {
  const rng = new Rng("account", number);
  const robot = number < robotCount;
  const username = robot ? `tape_scan_bot${String(number)}` : memberName("x", number).replaceAll("-", "_").slice(0, 15);
  const followers = Math.round(rng.logNormal(number < 60 ? 18_000 : 240, 1.5));
  return {
    id: String(1_000_000_000 + (hash32(`account/${String(number)}`) % 900_000_000)),
    name: robot ? "Tape Scanner" : username.replace(/[_\d]+/g, " ").trim(),
    username,
    verified: followers > 20_000 || rng.chance(0.12),
    created_at: `20${String(rng.int(10, 24))}-0${String(rng.int(1, 9))}-1${String(rng.int(0, 9))}T12:00:00.000Z`,
    public_metrics: {
      followers_count: followers,
      following_count: rng.int(40, 1800),
      tweet_count: rng.int(90, 60_000),
      listed_count: Math.floor(followers / 220),
    },
  };
}
