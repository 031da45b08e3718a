import type { Token } from "./tokenize.js";

/** Symbols of tokens that are a share's or a fund's ticker, or a company's short name, too. */
const SYMBOLS = new Set(
  "bch bsv nem sats mco bat ada dot uni sol atom ltc etc neo eos vet icx ar op ape gmt stx icp fil flow sand chz comp snx cro crv rune one hot ant ren near link avax algo xtz luna mana axs enj lrc omg zec dash iota waves dcr sc rose celo".split(
    " ",
  ),
);
/** Words that only talk about tokens has. */
const TOKEN_TALK = new Set(
  "btc bitcoin bitcoins eth ethereum crypto cryptos cryptocurrency cryptocurrencies coin coins altcoin altcoins token tokens blockchain blockchains wallet wallets defi stacking hodl hodling airdrop staking binance metamask".split(
    " ",
  ),
);

/** Whether a word is also a token's symbol. */
export function isTokenSymbol(word: string): boolean {
  return SYMBOLS.has(word);
}

/** Whether a text talks about tokens. */
export function isAboutTokens(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }) => TOKEN_TALK.has(word));
}
