/** How an asset is written in a path, in a compare list or as a search word, and how a namespace names it on the wire. */
export interface AssetGrammar {
  readonly name: "dollarTicker" | "newsTicker" | "cryptoSymbol";
  readonly keyField: "ticker" | "symbol";
  readonly nameField: "company_name" | "name";
  readonly notFoundCode: "unsupported_ticker" | "unsupported_symbol";
  /** Gives the upper-case spelling without `$`, or null when the text does not have this form (422). Trims nothing. */
  parse(text: string): string | null;
  /** The same form as an ECMA-262 pattern without flags: both cases are spelled out. */
  readonly pattern: string;
  readonly minLength: number;
  readonly maxLength: number;
  readonly description: string;
}

/** The exchange suffixes that the news namespace takes, as the specification lists them. */
export const NEWS_SUFFIXES =
  "ae as at ax ba bd bk bo br ca cl cn co de du f ha he hk hm ic ir is jk jo kl kq ks kw l ls mc mi mu mx ne ns nz ol pa pr ps qa ro sa sau sg si sn ss st sw sz t ta to tw two v vi vn wa".split(
    " ",
  );

const DOLLAR_TICKER = "^\\$?(?:(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,10}|[A-Za-z0-9]{1,8}[.\\-][A-Za-z]|[0-9]{3,10})$";
const anyCase = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const NEWS_TICKER = `^(?=.{1,32}$)[A-Za-z0-9]+(?:\\.(?:${NEWS_SUFFIXES.map(anyCase).join("|")}))?$`;
const CRYPTO_SYMBOL = "^\\$?[A-Za-z0-9]{1,20}$";

function parserOf(pattern: string): (text: string) => string | null {
  const form = new RegExp(pattern);
  return (text) => (form.test(text) ? text.replace(/^\$/, "").toUpperCase() : null);
}

/** Stocks in the forum, microblog and prediction-market namespaces. */
export const dollarTicker = {
  name: "dollarTicker",
  keyField: "ticker",
  nameField: "company_name",
  notFoundCode: "unsupported_ticker",
  parse: parserOf(DOLLAR_TICKER),
  pattern: DOLLAR_TICKER,
  minLength: 1,
  maxLength: 11,
  description:
    "Case-insensitive, with an optional leading `$`: 1 to 10 letters or digits with at least one letter; or 1 to 8 letters or " +
    "digits, then `.` or `-` and one letter (share class); or 3 to 10 digits.",
} as const satisfies AssetGrammar;

/** Stocks in the news namespace: exchange suffixes, but neither `$` nor share classes. */
export const newsTicker = {
  name: "newsTicker",
  keyField: "ticker",
  nameField: "company_name",
  notFoundCode: "unsupported_ticker",
  parse: parserOf(NEWS_TICKER),
  pattern: NEWS_TICKER,
  minLength: 1,
  maxLength: 32,
  description:
    "Case-insensitive, 1 to 32 letters and digits in all, with an optional exchange suffix after one dot (for example `AZN.L`). " +
    "No `$` and no share-class form: write `BRKB`.",
} as const satisfies AssetGrammar;

/** Tokens in the forum-crypto namespace. */
export const cryptoSymbol = {
  name: "cryptoSymbol",
  keyField: "symbol",
  nameField: "name",
  notFoundCode: "unsupported_symbol",
  parse: parserOf(CRYPTO_SYMBOL),
  pattern: CRYPTO_SYMBOL,
  minLength: 1,
  maxLength: 21,
  description: "Case-insensitive, with an optional leading `$`: 1 to 20 letters or digits.",
} as const satisfies AssetGrammar;
