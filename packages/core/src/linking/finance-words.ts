const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that show, wherever they stand, that a text is about companies and markets. */
export const contextWords = setOf(`
  stock stocks share shares shareholder shareholders investor investors earnings revenue revenues profit profits sales
  analyst analysts guidance outlook forecast forecasts dividend dividends ceo cfo coo chairman ipo merger acquisition
  acquire acquires takeover stake buyback valuation quarter quarterly q1 q2 q3 q4 fy eps ebitda nasdaq nyse dow sp500
  rally rallies upgrade upgrades upgraded downgrade downgrades downgraded overweight underweight outperform underperform
  bullish bearish billion million bln mln bn margin margins results estimates market markets investing invest investment
  hedge fund portfolio holdings trading traders trader selloff wall company companies firm retailer automaker drugmaker
  chipmaker lender insurer airline calls puts options antitrust layoffs ai chip chips cloud premarket deal deals partnership tech supplier suppliers funding debt bond bonds loan jobs stores customers workers plant factory brand remodel ipos launch launches cfos business etf etfs lawsuit tariff
`);

/** Words that, directly after a name, show that it is a company: "Target shares", "Apple CEO". */
export const companyNouns = setOf(`
  stock stocks share shares shareholder shareholders investor investors earnings revenue revenues profit profits sales
  results ceo cfo coo cto chairman chief executive executives president founder cofounder boss guidance outlook forecast
  dividend dividends ipo stake buyback valuation valuations q1 q2 q3 q4 fy fy24 fy25 fy26 fy27 eps ebitda margins bonds
  board spokesperson spokesman employees staff workers layoffs customers plant factory unit subsidiary bull bears bulls
  bookings merger acquisition takeover deal lawsuit settlement upgrade downgrade quarterly fiscal fourth-quarter options calls puts
`);

/** Verbs whose subject, in a headline, is a company or a person. */
export const corporateVerbs = setOf(`
  says said unveils unveiled launches launched cuts raises raised reports reported posts posted beats misses plans
  planned hits sues sued names named appoints appointed acquires acquired buys bought sells sold expands expanded faces wins won
  signs signed announces announced reveals slumps surges soars jumps falls drops climbs slides rises gains tumbles plunges
  sinks rallies dips pops rebounds reaffirms reiterates delays delayed recalls recalled invests invested partners
  partnered agrees agreed seeks sought considers weighs explores mulls eyes hires fires lays closes opens adds added
  tops warns warned sees expects expected slips edges trades pays paid earns settles completes completed declares
  files filed prices offers boosts slashes trims hikes joins taps teams tests halts pauses resumes ramps secures
  gets got loses lost makes made takes took gives gave keeps needs wants spends spent trails lags outperforms
  underperforms snaps extends ends stays remains looks introduces reached reaches exits ousts bets rolls debuts strikes
  broadens divests signals goes postpones draws packs pushes aims balances prepares scales steps moves turns sets ditches brings shows leads
  shifts upgrades downgrades builds develops embraces overtakes dominates struggles suffers accelerates deepens drives enters grows helps
  leaves leans lures navigates offloads outlines pivots pulls puts rebrands reshapes retreats rejects responds scraps showcases sits stumbles
  supports surpasses swings tackles touts unlocks urges vows welcomes widens asks blames calls claims collaborates commits confirms continues
  creates crosses crushes cautions demands discloses discontinues drags fights finds finalizes follows freezes held holds hints hopes increases
  issues kicks knows lands licenses locks maps meets merges modernizes notches notes obtains orders overhauls picks pitches pledges predicts
  presents produces promotes proposes provides publishes quits ranks reacts readies recovers redeems reduces refinances releases renews repays
  replaces restructures retires returns revamps runs rides scores sends ships shines shrugs simplifies speeds sponsors stands starts stops
  strengthens submits switches terminates throws tightens tries tweaks undergoes updates withdraws works caught bounces brushes clears
  charges rents idles ships borrows lures guides splits edges tells upgraded downgraded initiated maintains lifts lowers targets backs teases shuts spins splits denies doubles
`);

/** Auxiliary verbs. After a bare capitalised noun they suggest a name ("Apple Could", "Visa Is"). */
export const auxiliaryVerbs = setOf(
  "is was has will could may might can should would just still isn doesn won had did does to",
);

/** Words directly before a name that suggest a company: "shares of Target", "at Apple", "retailer Gap". */
export const companyCues = setOf(`
  vs versus owner parent rival rivals maker giant retailer automaker carmaker drugmaker chipmaker lender insurer
  airline buy sell own owns sold bought like love upgrades downgrades initiates reiterates owned sues buys against
`);

/** Nouns that, followed by `of`, `in`, `at` or `for`, suggest a company: "shares of", "stake in", "target for". */
export const companyRelations = setOf(`
  shares share stock stake stakes position investors shareholders ceo cfo chief chairman analysts analyst price
  targets rating owner employees workers sales outlook guidance earnings profits case valuation upside invest
  investing holdings bets bullish bearish
`);

/** Words that, before a name, show that it is an ordinary noun: "the Gap", "price target", "your key". */
export const determiners = setOf("a an the this that these those your my our their his her its every each no any some");

/**
 * Words that, directly after a one-word name, make it another company's: "Toyota Industries", "Paramount Resources".
 */
export const otherCompanyWords = setOf(`
  resources industries hospitality therapeutics pharmaceuticals pharma bancorp bancshares reit realty tyres minerals metals mining petroleum
  biosciences biotech sciences steel cement insurance airlines healthcare shipping properties foods chemical chemicals electronics motors
  engineering healthineers infrastructure renewables semiconductor aerospace
`);

/** Second parts of compounds whose first part is still the company: "Apple-backed", "Tesla-led". */
export const companyCompounds = setOf(
  "backed led owned linked listed related branded built made designed based supplier like style era heavy rival focused only parent controlled funded",
);

/** Everyday words of financial headlines: a capital in a Title Case headline says nothing about them. */
export const headlineWords = setOf(`
  a ad all ally any are best big bill block blue bond box brand buy call can car care cash cat chart chase chief city clear
  core cost cross data day deal direct discovery dollar down dow edge energy ever factor fast first five fox free fund
  gap gas general global go gold good green growth have he here home house income insight it job key king lead life light
  line live logic love low main man match max mind money monster net new news next now oil old on one open out oil pay peak
  play pool power prime pro progress progressive pure quest rare real red regions rest right rise rock root sale see seek
  select service silver  solar so spot square star state stem step sun target team tech ten three top total trade
  travel true trust turn two union united unity up value view wall wave way wells well west win wise world you zone
  southern northern western eastern national american international capital digital future focus fortune hope
  horizon icon impact independence index inspire key legacy liberty loop matter mission mode motion natural nature origin
  partner pattern performance phase pioneer planet plus point premier progress promise public quality range record relay
  safe science second security shift smart source spark spectrum stable standard strategy strong summit supreme
  technology today trend ultra universal urban vision vital    compass  block toast
   sage rush magna crown cable concentrix advance advantage agency alert alliance alpha apex arc arena army
  armour asset atlas bank bear bull bright bridge bull business canopy catalyst cell century champion change charge choice
  credit cloud coin command community concept connect consensus construction control copper cyber defense  demand
  democracy diamond diversified dragon dream earth east emerging empire endeavor enterprise entertainment entity equity
  essential eternal exchange screen sea post popular laboratory recruit rumble sharp zip evolution continental elastic circle coherent rocket revolve bullish bearish
  sprouts waters ball crane metro hexagon orange dave diploma disco equitable manpower grab ouster admiral anthem cadence chime booking marsh cooper
  lineage mosaic exponent lucid zoom recursion smiths ensign express family federal fidelity finance financial fire fleet flex force forward foundation
  frontier fusion galaxy genesis grid ground guardian guide harbor health heart heritage hero hub identity image imperial
  industrial infinity information infrastructure innovation inside insurance integrity intelligence investment iron
  island journey jump justice kingdom knowledge land law leader learning lake limit link lion local logistics long
  loyalty machine magic marine mark market master media medical medicine mega member memory merchant meridian metal
  mobile modern moment momentum moon mountain music navigator network nexus noble north nova nuclear ocean omega optimum
  orbit orchid order outlook pacific park pass path patriot people phoenix pilot plan platform platinum port portfolio
  position premium president price principal priority private process product professional profit project property
  protection purpose pursuit quantum radiant rainbow rapid reach ready reality recovery reform regional reliance reserve
  resource result retail return revolution rich ring river road robot royal sector secure senior sense  shield
  signal simple sky social society software solid solution sonic sound south space special speed spirit sport spring
  stage steel sterling stock storage stream street studio success superior supply support surge sustainable swift switch
  symbol synergy system tactical talent tax titan touch tower track traction tradition transit treasure treasury tree
  triumph unique unit universe utility valley vanguard vector venture victory vista voice volt water wealth web wind wing
  wonder work yield young youth zenith zero
`);

/** Function words. They mean a company of that name only with its legal form, ticker or exchange. */
export const functionWords = setOf(
  "on next inter it now all so any are can do ever for go has have he here just more my new no not of off one open or our out over see she the they this to two up we well you your partners investor news first dow nasdaq metals",
);

/** Words of whole industries that are missing in dictionaries of everyday English. */
export const industryWords = setOf(`
  pharma biotech fintech medtech edtech proptech oncology genomics immunology biopharma biosciences therapeutics diagnostics telehealth telecom telco crypto
  blockchain metaverse hyperscaler semis robotics automotive aerospace avionics lidar fiber broadband cannabis lithium uranium graphite bitcoin ethereum
  online web3 esports podcast startup nano micro mega ultra tech agri agro bio cyber infotech softtech energy nutrition wellness fitness cosmetics
  realty reit bancorp financials industrials logistics maritime offshore petroleum petrochemical hydrogen solar photovoltaic renewables greentech
  ag net com int intl usa us uk eu
`);

/** Groups of capitals that are hardly ever the ticker of that spelling. */
export const acronyms = setOf(`
  A AGI ASX CMS IBD GARP HALO FAANG BAT AI API APP ADR ADS AGM AM AND ARE ARR AUM AWS BBC BEST BIG BOE BOJ BRICS BUY CAGR CAR CBS CBD CD CDC CEO CES CFO CFTC CIO CNN CNBC
  COO COVID CPI CPU CTO DC DCF DD DIY DNA DOE DOJ DOT DOW DUI EBIT ECB EDF EIA EPA EPS ES ESG ETF ETFS EU EUR EUV EV EVS
  EVP FAA FAQ FBI FCC FCF FD FDA FDIC FED FHA FIFA FOMC FOMO FTC FX FY GAAP GBP GCC GDP GLP GMO GMT GOP GPS GPT GPU GST H HBM HD HHS HIV HR
  HQ HVAC ICE ICO IEA II III IMF IMO INC IP IPO IPOS IRA IRS ISM IT IV JOB JPY JV KPI LBO LED LLC LLM LNG LOL LP LPG LTD M&A MA MBA MBS
  ML MLB MOU MRI MSCI NAFTA NASA NATO NAV NBA NBC NFL NFT NHL NHS NOW NYC NYSE OECD OEM OLED ON OPEC OS OTC PBOC PC PCE PE PEG PHD PM
  PMI PPI PR QA QE QT RD RBA REIT REITS RNA ROE ROI RRSP RSI SA SAAS SALE SEC SMR SMRS SOC SP SPAC SPX SQL SUV SUVS TFSA TV UAE UAW UBI UK UN US
  USA USD USDA USMCA VC VIX VP VPN VR WACC WFH WHO WSJ WTI WTO XL YTD YOY QOQ ATH EOD ER OP PT TA TLDR YOLO WSB IV ITM OTM FYI PSA EDIT
  FOR ALL ONE TWO NEW YOU CAN HAS GO SO BE BY OR IF AN AS AT DO HE IN IS ME MY NO OF TO UP WE OUT SEE TOP OPEN LOW HIGH REAL LOVE LIFE FUN
  TRUE FREE GOOD WELL NEXT PLAY HOPE CARE FAST EVER CASH COST SAFE HOLD SELL PUMP MOON BULL BEAR RUN DAY BIT KEY TEN NICE FLY EAT GAIN
`);
