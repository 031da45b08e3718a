const words = (text: string) => text.split(",");

/** Words that many texts share, by slot. */
export const wordLists = {
  broker: words(
    "Morgan Stanley,Goldman Sachs,JPMorgan,Bank of America,Barclays,UBS,Jefferies,Citi,Wells Fargo,Deutsche Bank,HSBC," +
      "Bernstein,Evercore ISI,KeyBanc,Piper Sandler,Oppenheimer,Wedbush,Mizuho,Raymond James,Stifel,BMO Capital,TD Cowen," +
      "RBC Capital,Truist,Needham,Rosenblatt,DA Davidson,Loop Capital,Cantor Fitzgerald,Berenberg,Exane,Baird",
  ),
  rating: words("outperform,buy,overweight"),
  lowrating: words("neutral,hold,underperform,sell,underweight,equal-weight"),
  firm: words(
    "Harrow Creek Research,Nettle Point,Greywater Capital,Saltmarsh Partners,Longshore Analytics,Bittern Research",
  ),
  fund: words(
    "Northgate Capital,Pine Hollow Advisors,Ostrander Partners,Cobalt Ridge,Larkfield Asset Management,Tern Bay Capital",
  ),
  place: words(
    "Ohio,Texas,Arizona,Tennessee,Malaysia,Poland,Mexico,India,Vietnam,Georgia,Ireland,Saxony,Brazil,Indiana,Kentucky,Spain",
  ),
  court: words("appeals court,federal judge,jury in Delaware,court in California,London court"),
  post: words(
    "chief financial officer,chief operating officer,chief executive,head of AI,chairman,finance chief,product chief",
  ),
  reason: words(
    "weak demand,supply bottlenecks,tariff costs,a stronger dollar,higher memory prices,soft consumer spending,project delays," +
      "price competition,rising labour costs",
  ),
  driver: words(
    "firm demand,strong bookings,cost cuts,pricing power,a weaker dollar,record orders,easing supply,resilient spending",
  ),
  adjup: words("better-than-expected,strong,solid,record,upbeat,blowout"),
  adjdown: words("weaker-than-expected,soft,disappointing,lacklustre,tepid"),
  up: words("jumps,climbs,rises,surges,rallies,gains,advances"),
  ups: words("jump,climb,rise,surge,rally,gain,pop"),
  down: words("falls,slides,drops,sinks,tumbles,slips,retreats"),
  downs: words("fall,slide,drop,sink,tumble,slip,dip"),
  customer: words(
    "a German carmaker,the US Navy,a Gulf sovereign fund,a large hospital group,the state of Texas,a Nordic grid operator," +
      "the Defence Ministry,a Japanese trading house,three cloud providers,the city of Madrid,a big-four US airline",
  ),
  macro: words(
    "Fed minutes,inflation data,the jobs report,the CPI report,retail sales,a bond auction,tariff talks,PMI data," +
      "Treasury yields,the Fed decision,an OPEC meeting,a budget vote",
  ),
  exchange: words("Coinbase,Binance,Kraken,Upbit,OKX,Bybit"),
  author: words(
    "Maya Lindqvist,Tom Okafor,Priya Raman,Ellen Castellano,Jonas Weber,Hannah Whitlock,Daniel Mbeki,Sofia Marchetti," +
      "Kenji Arai,Laura Penhale,Omar Haddad,Grace Tillman,Peter Novotny,Ines Duarte,Callum Reid,Yuki Morita,Ben Fairley," +
      "Nadia Kowalska,Victor Almeida,Ruth Hargreave",
  ),
  user: words("OP,this guy,my brother-in-law,half this sub,my coworker"),
} as const;
