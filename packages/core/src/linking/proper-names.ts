const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Given names. After one of these, a surname is not the company of that name ("Harrison Ford", "Gerald Ford"). */
export const givenNames = setOf(`
  aaron allison aaliyah adam alan albert alex alexander alexandra alice alison amanda amy andrea andrew andy angela anna anne anthony antonio
  arthur barbara barry ben benjamin betsy betty bill billy bob brad brandon brian bruce carl carlos carol caroline catherine
  charles charlie charlotte chris christian christina christine christopher craig daniel dan dave david dennis diana diane don
  donald donna doug douglas edward elizabeth ellen emily emma eric erik eva evan fiona frances francis frank fred frederick
  gary george gerald gina glenn gordon  graham greg gregory hannah harold harrison harry heather helen henry herbert howard
  hugh ian isaac jack jackson jacob jake james jamie jane janet jason jay jean jeff jeffrey jennifer jeremy jerome jerry jessica
  jim jimmy joan joe john johnny jon jonathan jordan jose joseph josh joshua juan judy julia julie karen karl kate katherine
  kathy katie keith kelly ken kenneth kevin kim kimberly kurt kyle larry laura lauren lawrence leo leon leonard lewis linda
  lisa liz louis lucas lucy luis luke lynn marc marcus margaret maria marie marilyn mario mark martha martin mary matt matthew
   megan melissa michael michelle mick miguel mike mitch mohamed molly monica morgan nancy natalie nathan neil nicholas nick
  nicole noah nora norman oliver olivia oscar owen pamela  patricia patrick paul paula pedro peggy peter phil philip
  phillip rachel ralph randy ray raymond rebecca richard rick rob robert roberta robin rod roger ron ronald  ross roy
  russell ruth ryan sally sam samantha samuel sandra sara sarah scott sean seth sharon shawn simon sofia sophia sophie spencer
  stacy stanley stella stephanie stephen steve steven stuart  susan suzanne sylvia ted teresa terry theodore theresa thomas
  tiffany tim timothy tina todd tom tommy tony tracy travis tyler valerie vanessa victor victoria vincent virginia walter warren
  wayne wendy  william willie zach zachary elon satya sundar jensen jamie mukesh cathie melinda mackenzie
`);

/** Places and public figures. Alone they never mean a company, unless it is well known. */
export const placesAndPeople = setOf(`
  africa america american argentina asia asian atlanta australia australian austria bahrain bangkok beijing belgium berlin boston
  brazil britain british brussels california canada canadian chicago chile china chinese colombia dallas delhi denmark denver
  detroit dubai dutch egypt england english europe european finland florida france frankfurt french georgia german germany ghana greece
  greek hanoi hawaii hongkong hormuz houston hungary iceland india indian indiana indonesia iran iranian iraq ireland irish israel
  israeli istanbul italian italy jakarta japan japanese jersey jordan kansas kenya kiev korea korean kuwait kyiv latin lebanon lisbon london
  madrid malaysia manhattan manila mexican mexico miami michigan milan minnesota montana montreal morocco moscow mumbai munich
  nevada nigeria norway ohio oman ontario oregon orlando oslo ottawa pakistan palestine panama paris pennsylvania persian peru philippines
  phoenix poland polish portugal prague qatar quebec riyadh rome russia russian saudi scotland seattle seoul shanghai
  shenzhen singapore spain spanish stockholm sweden swedish swiss switzerland sydney syria taipei taiwan tehran tennessee texas
  thailand tokyo toronto turkey turkish uk ukraine utah vancouver venezuela venezuelan vermont vienna vietnam virginia wales
  warsaw washington wyoming york zurich zimbabwe hong kong indo nordic baltic alberta dakota carolina arizona colorado
  iowa kentucky louisiana maine maryland massachusetts mississippi missouri nebraska oklahoma
  trump biden obama musk powell buffett cramer wood yellen bezos cook huang zuckerberg altman dimon bernanke warsh hassett bessent
  lutnick putin zelensky xi modi macron merz starmer sunak carney trudeau netanyahu khamenei maduro lagarde ueda takaichi ackman burry
  icahn dalio soros lynch graham munger abel nadella pichai jassy mcmillon musks
  january february march april may june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday christmas easter god jesus
  anthropic openai chatgpt claude gemini grok copilot llama sora spacex xai deepseek perplexity mistral starlink neuralink
  bitcoin ethereum solana xrp dogecoin cardano crypto litecoin stablecoin
  congress senate pentagon kremlin fed treasury nato opec nikkei nasdaq dax ftse stoxx hang seng sensex nifty russell
  reuters bloomberg barron barrons zacks benzinga forbes cnbc yahoo morningstar fitch
`);

/** Words that, after a surname or a place, name another organisation: "Ford Foundation", "Boston University". */
export const otherBodies = setOf(`
  foundation foundations theatre theater county museum university college award awards stadium arena cup island islands river
  rainforest forest jungle basin tribe school hospital church street avenue park bridge memorial fellowship prize library
`);
