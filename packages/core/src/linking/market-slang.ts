const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Trading words that show, wherever they stand, that a post is about a position. */
export const tradingTalk = setOf(`
  call calls put puts leap leaps strike strikes fd fds weekly weeklies 0dte dte iv er yolo long longs short shorts shorted shorting
  squeeze squeezing gamma theta moon mooning mooned dip dips bag bags bagholder bagholders bagholding position positions
  hold holding hodl holders buy bought buying buys sell sold selling sells premarket ath atl eow eod calls green red gains loss losses tendies
  stock stocks share shares options option etf etfs ticker tickers trade trades trading trader traders market markets portfolio account
  earnings ipo dilution offering split merger breakout breakdown chart charts support resistance bullish bearish bull bulls bear
  bears rip ripping dump dumping pump pumping pumped dumped tank tanking tanked drill drilling rally price upside downside pt
  average averaging cost basis dividend dividends yield guidance revenue profitable valuation watchlist boomer meme stonk stonks
  float volume shs sell-off selloff run runup gap wedge flag cup handle swing scalp margin robinhood broker webull
`);

/** Words directly after a ticker, or before it with `on` or `of`, that fit only something traded. */
export const tradedThings = setOf(`
  call calls put puts leap leaps fd fds weekly weeklies 0dte option options share shares stock etf earnings er ipo dividend
  dividends bagholder bagholders holders gang squeeze position positions chart longs shorts bulls bears apes army dip spread spreads
  stonk contracts contract csp strangle straddle condor butterfly float merger dilution offering
`);

/** Verbs of trading directly before a ticker, perhaps with a number or "my" between. */
export const tradingVerbs = setOf(`
  buy buys buying bought sell sells selling sold hold holds holding hodl hodling long longing longed short shorts shorting shorted
  own owns owned owning yolo yoloed yolod grabbed grab loaded accumulating accumulate averaging trim trimmed dumped dump dumping
  add added adding stake staked staking stacking stack swapped swap unload unloaded
`);

/** Words before `on`, `in` or `of` and a ticker: "puts on", "bullish on", "shares of", "position in". */
export const tradingRelations = setOf(`
  call calls put puts bullish bearish short long yolo yoloed leaps leap shares share position positions spread spreads options
  contracts fds weeklies stake bags bag invested investing dip all-in bet bets betting holders holder
`);

/**
 * Spellings of tickers that nearly always mean something else in a forum, also in capitals: chat, abbreviations,
 * months. Only a cashtag, an exchange or an option's strike makes them tickers.
 */
export const chatWords = setOf(`
  a i aa abt am ama bch bsv sats an ar are as at atl ath ba bbq bby bc be bf ag asx bam bil blk cfr cr drs eg etn exp gen govt gt iot mtg ppl spb tds thc wh xp bro bros btfd btw bud by can cc ceo cfo cpi cod dd de dm dte dude ed edit ee eh em en eod eow
  er es et etc eu ev eva fa faq fam fast fd fds ff fomo for fr fud fun fx fwiw fyi ga gdp gf gg gl gm gn go good gtfo ha has he hi hit
  hodl hr huh hum hun ia ice idk ie if imo imho ip ipo ir irl is it itm iv jan feb mar apr jun jul aug sep oct nov dec june july
  kr la las lmao lmfao lol los low ltd luv ma mac main man max md me med meh mfs mo mod mods moh mom mon tue wed thu fri sat sun
  ms mt my ne net new ng ngl ngmi no nov now np nsfw nu ny nyc ok old omg on one op open or otc otm ou out pa pac pal pc pe
  per pl pls pm pnl pr ps psa pt pto qe re real red rep rh rip rn rofl roi rs sa se sec see sh she si sid smh so sos sp spac st
  stfu sw ta tbf tbh td tech tel ten tf tfw the tho tip tl tldr tltr to top ty uk un up us usa usd usb vc ve via vs w wait wat we
  eww hei mmm pb rsi wen wfh who wtf wsb x xl ya yall yolo yoy you yr
`);

/** Services that posts mention all the time without meaning the company. */
export const everydayServices = setOf("reddit google facebook");

/** Lower-case spellings that are words or names in other languages or in chat, but are missing in our word list. */
export const foreignWords = setOf(
  "este esta alle alles pero para como todo muy los las una uno del que por con les des est pas dans sur und der die das ist fer dei lei tal tan sus nos ses mes joe sam eva leo ada luna neo amp peg psa ups fico visa elan pall hims docs elf yeti sony nova lac ora mas sql ita ing san sol ton sei tia uni ens inj ray mina kava apt sui dai dash algo comp tao iota dino siri copa indo lulu",
);

/** Words of crypto talk around a token's symbol or name. Those of {@link tradingTalk} count less. */
export const cryptoTalk = setOf(`
  crypto cryptos cryptocurrency cryptocurrencies coin coins altcoin altcoins alt alts altseason shitcoin shitcoins memecoin memecoins
  token tokens tokenomics wallet wallets metamask ledger trezor stake staked staking staker stakers unstake restaking airdrop airdrops
  chain chains blockchain blockchains onchain mainnet testnet subnet parachain l1 l2 layer layer1 layer2 sidechain rollup rollups
  defi dex dexes cex exchange exchanges binance coinbase kraken kucoin bybit ftx gemini celsius nexo
  hodl hodling hodler hodlers moon mooning lambo pump pumping pumped dump dumping dumped rug rugged rugpull ponzi scam
  bitcoin bitcoins btc ethereum eth ether satoshi sats vitalik saylor halving miner miners mining hashrate pow pos
  gwei gas mint minted minting nft nfts yield farming liquidity pool pools swap swapped swapping stablecoin stablecoins depeg
  mcap marketcap marines maxi maxis army whale whales unlock unlocks validator validators node nodes protocol fork smart
  contracts bridge bridged web3 dao dapp dapps metaverse faucet seed custody onramp memecoins launchpad listing listed delisted
  governance ecosystem rwa perp perps futures decentralized decentralised
`);

/** Words directly after a symbol that fit only a token. */
export const tokenThings = setOf(`
  token tokens coin coins blockchain chain network staking stakers airdrop marines army holders holder hodlers maxi maxis price chart
  wallet bags bag gang ecosystem mainnet validators nodes node rewards unlock unlocks pump pumping pumped dump dumping dumped dumps pumps mooning rally
  rallying governance parachain card listing burn ledger protocol adoption supply devs dev team fees foundation subnet liquidation
  depeg perp perps futures etf etfs whale whales enterprise faucet
`);

/** Only these words make a lower-case word directly before them a ticker: "snow puts". */
export const optionWords = setOf("calls puts put call leaps 0dte fds weeklies earnings");

/** Words that, anywhere in a post, show that a person's name stands for another venture, or for what the person said. */
export const otherVentures = setOf(
  "twitter twtr spacex starlink xai neuralink openai tweet tweets tweeted said says sec reddit nft spac",
);

/** Words that, near a person's name, show that it stands for shares of the company. */
export const sharesTalk = setOf(
  "shares share stock stake calls puts call put earnings leaps bagholders dividend position options",
);
