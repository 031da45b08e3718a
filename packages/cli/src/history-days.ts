import { WrongUse } from "./failure.js";

/**
 * For how many days back `as_of` can be asked, from `SENTIMENT_HISTORY_DAYS`: a whole number from 1 on; undefined for `all`, and where it is
 * not set.
 *
 * @throws WrongUse for anything else.
 */
export function historyDaysOf(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const { SENTIMENT_HISTORY_DAYS: text = "all" } = env;
  if (text === "all" || text === "") return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new WrongUse(`SENTIMENT_HISTORY_DAYS must be all, or a number of days from 1 on, not '${text}'`);
  return Number(text);
}
