import { indexOf, indexWords, type AliasIndex, type FormEntry } from "./alias-index.js";
import type { CommonWords } from "./common-words.js";
import type { Company } from "./company.js";

/**
 * Names with other meanings that are missing in the word list: words, given names and so on. They need supporting
 * context.
 */
const DOUBTFUL = new Set(
  "cosmos avalanche tether polygon ripple hedera jito sui shiba lido ondo aave celo fantom elrond terra ether enjin kava mina osmosis linea iotex binance morpho monad iota eos ankr tron luna pepe floki kaito helium aptos dymension pendle celestia injective harmony starknet arweave aster ethena".split(
    " ",
  ),
);
/** Names invented for tokens, used for nothing else. */
const PLAIN = new Set(
  "bitcoin bitcoins ethereum solana dogecoin litecoin cardano chainlink polkadot uniswap monero filecoin toncoin tezos vechain algorand aave aptos arbitrum hedera elrond enjin celo iotex osmosis starknet arweave ethena celestia dymension monad eos lido ondo pendle ankr aster iota tron fantom floki injective".split(
    " ",
  ),
);
/** Other spellings of tokens, for texts about crypto. */
const NICKNAMES =
  "eth classic ETC; bitcoin cash BCH; btc cash BCH; eth2 ETH; eth 2 ETH; eth 2.0 ETH; ethereum 2.0 ETH; shiba token SHIB; doge coin DOGE; dash coin DASH; cake token CAKE; atom token ATOM; matic network POL; matic token POL; polygon network POL; safe haven dai DAI; ripple xrp XRP; near protocol NEAR; bitcion BTC; bit coin BTC; etherium ETH; etherum ETH; litcoin LTC; dodge coin DOGE; maker dao MKR; curve finance CRV; yfi YFI; bnb chain BNB; fetch ai FET; vechain thor VET; elrond EGLD; crypto.com coin CRO; cro coin CRO; luna classic LUNC";
const BLOCKED =
  "ripple effect; ripple effects; avalanche of; polka dot; polka dots; discord link; link in bio; link in; link to; link me; link below; link here; invite link; referral link; affiliate link; share link; share the link; the link; a link; this link; your link; that link; link please; link pls; phishing link; shiba inu puppy; shiba inu dog; ton of; a ton; tons of; near the; near future; near term; near me; near my; near by; near its; near zero; near end; near miss; no one; one more; one day; one of; one thing; any one; this one; that one; next one; for one; number one; one time; one by one; go with the flow; cash flow; money flow; order flow; the flow; piece of cake; the waves; wave of; elliott waves; split the atom; the atom; splitting the atom; the sand; in the sand; ray of; ray of hope; x ray; private key; eth zurich; hype train; the hype; all hype; just hype; terra firma; terra nova; optimism is; on the move; price move; big move; next move; move on; move to; move your; move my; the sky; in the sky; sky high; sky is; the dash; dash to; connect the dots; dot com; the dot; uni student; at uni; theta decay; theta gang; theta is; sol ring; el sol; del sol; the vet; war vet; trump says; trump said; president trump; donald trump; trump won; trump admin; trump administration; render time; to render; neo bank; neo banks; iota of; one iota; baby doge meme; lido beach; celo green; aster flower; flare up; flare ups; plasma tv; plasma screen; blood plasma; grass is; the grass; touch grass; rose to; rose by; rose from; quant fund; quant funds; quant trading; quant trader; harmony with; wormhole hack; sonic the; story of; story time; the story; bat an; bat shit; ape into; ape in; you apes; apes; the ape; us apes; world coin; luna moth; eat sushi; sushi roll; sushi restaurant; op is; op deleted; op said; op has; op was; op doesn't; the op; near and dear; department of government efficiency; gas link";

const NOT_A_TOKEN = { company: null, strength: "distinct" } as const;

/** The index of token names: aliases with their article ("The Graph"), nicknames, and phrases that name no token. */
export function buildTokenNames(companies: readonly Company[], commonWords: CommonWords): AliasIndex {
  const bySymbol = new Map(companies.map((company) => [company.main.key, company]));
  const entries: FormEntry[] = BLOCKED.split(";").map((phrase) => ({ words: indexWords(phrase), ...NOT_A_TOKEN }));
  for (const company of companies) {
    for (const alias of company.listings.flatMap((listing) => listing.aliases)) {
      const words = indexWords(alias);
      // An alias that is also the symbol is read as a symbol.
      if (words.length === 0 || words.join("") === company.main.key.toLowerCase()) {
        if (words.length !== 1 || !PLAIN.has(words[0] ?? "")) continue;
      }
      entries.push({ words, company, strength: strengthOf(words, commonWords) });
    }
  }
  for (const entry of NICKNAMES.split(";")) {
    const at = entry.trim().lastIndexOf(" ");
    const company = bySymbol.get(entry.trim().slice(at + 1));
    const words = indexWords(entry.trim().slice(0, at));
    if (company !== undefined) entries.push({ words, company, strength: "distinct" });
  }
  return indexOf(entries);
}

function strengthOf(words: readonly string[], commonWords: CommonWords): FormEntry["strength"] {
  const [word = ""] = words;
  if (words.length > 1) return word === "the" ? "ambiguous" : "distinct";
  if (PLAIN.has(word)) return "distinct";
  return DOUBTFUL.has(word) || commonWords.commonnessOf(word) !== null ? "ambiguous" : "distinct";
}
