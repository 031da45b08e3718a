/** What kind of business an asset is: decides the words and the events that fit. */
export interface Group {
  /** Singular noun for the company: `chipmaker`. */
  readonly noun: string;
  /** The sector as traders call it: `chip stocks`. */
  readonly plural: string;
  /** Things that such companies launch, recall or fall behind with. */
  readonly products: readonly string[];
  /** Parts of the business that results talk about. */
  readonly units: readonly string[];
}

const group = (noun: string, plural: string, products: string, units: string): Group => ({
  noun,
  plural,
  products: products.split(","),
  units: units.split(","),
});

/** All groups by id. */
export const groups = {
  bigtech: group(
    "tech giant",
    "megacap tech",
    "AI assistant,developer tools,home device line",
    "cloud unit,advertising business,services arm,AI infrastructure",
  ),
  chips: group(
    "chipmaker",
    "chip stocks",
    "server chip,AI accelerator,memory module,networking silicon",
    "data-center segment,automotive segment,PC business,memory business",
  ),
  software: group(
    "software maker",
    "software stocks",
    "AI agent suite,security platform,analytics product,workflow tool",
    "subscription business,cloud platform,enterprise segment",
  ),
  internet: group(
    "internet company",
    "internet stocks",
    "delivery membership,ad platform,creator tools,short-video feature",
    "bookings,advertising revenue,marketplace business",
  ),
  auto: group(
    "automaker",
    "auto stocks",
    "electric SUV,pickup line,driver-assistance system,compact EV,hybrid sedan",
    "vehicle deliveries,EV business,financing arm,battery unit",
  ),
  bank: group(
    "bank",
    "bank stocks",
    "private-credit fund,digital account,trading platform",
    "net interest income,trading revenue,investment-banking fees,wealth unit",
  ),
  payments: group(
    "payments company",
    "payment stocks",
    "checkout wallet,stablecoin service,merchant terminal,instalment plan",
    "cross-border volume,merchant business,consumer lending",
  ),
  retail: group(
    "retailer",
    "retail stocks",
    "membership tier,same-day delivery,private label,holiday assortment",
    "comparable sales,online sales,grocery business,home category",
  ),
  consumer: group(
    "consumer-goods maker",
    "consumer staples",
    "zero-sugar line,skin-care range,snack line,running shoe",
    "organic sales,North American volumes,premium brands",
  ),
  restaurant: group(
    "restaurant chain",
    "restaurant stocks",
    "value menu,loyalty app,chicken menu,cold-drink line",
    "same-store sales,store traffic,franchise business",
  ),
  pharma: group(
    "drugmaker",
    "pharma stocks",
    "obesity pill,lung-cancer drug,weekly injection,eczema treatment",
    "oncology portfolio,obesity franchise,vaccine sales",
  ),
  biotech: group(
    "biotech",
    "biotech stocks",
    "gene therapy,mRNA vaccine,rare-disease drug",
    "pipeline,royalty stream,vaccine sales",
  ),
  health: group(
    "health-care company",
    "health-care stocks",
    "glucose monitor,surgical robot,Medicare plan,heart valve",
    "medical-cost ratio,device sales,pharmacy services",
  ),
  oil: group(
    "energy company",
    "oil stocks",
    "LNG terminal,offshore project,shale acreage",
    "refining margins,upstream output,trading arm",
  ),
  industrial: group(
    "industrial group",
    "industrial stocks",
    "jet engine,narrow-body programme,excavator line,grid transformer",
    "order backlog,aftermarket services,power segment",
  ),
  parcel: group(
    "delivery company",
    "parcel stocks",
    "overnight service,warehouse robots,returns network,air fleet",
    "parcel volumes,freight unit,international express",
  ),
  defense: group(
    "defense contractor",
    "defense stocks",
    "missile-defence system,stealth drone,frigate programme,radar upgrade",
    "backlog,missiles unit,space systems",
  ),
  airline: group(
    "airline",
    "airline stocks",
    "premium cabin,loyalty card,transatlantic schedule",
    "unit revenue,premium seats,corporate travel",
  ),
  utility: group(
    "utility",
    "utility stocks",
    "nuclear restart,solar portfolio,data-center power deal",
    "generation fleet,regulated business,rate base",
  ),
  telecom: group(
    "carrier",
    "telecom stocks",
    "fiber bundle,satellite texting,family plan",
    "wireless additions,fiber business,churn",
  ),
  media: group(
    "media company",
    "media stocks",
    "streaming bundle,sports app,ad-supported tier",
    "streaming unit,theme parks,linear networks",
  ),
  mining: group(
    "miner",
    "mining stocks",
    "copper expansion,lithium project,gold mine",
    "copper output,iron-ore shipments,unit costs",
  ),
  fintech: group(
    "brokerage",
    "fintech stocks",
    "tokenised shares,prediction-market hub,credit card,custody service",
    "trading volume,deposits,subscription revenue",
  ),
  space: group(
    "space company",
    "space stocks",
    "medium-lift rocket,satellite-to-phone network,lunar lander",
    "launch backlog,satellite orders,government contracts",
  ),
  power: group(
    "clean-energy company",
    "clean-energy stocks",
    "fuel cell,small reactor,battery storage,rooftop panel",
    "order intake,storage deployments,installations",
  ),
  fund: group("fund", "ETFs", "share class", "inflows"),
  coin: group("token", "altcoins", "mainnet release", "network fees"),
} as const satisfies Record<string, Group>;

/** Id of a group. */
export type GroupId = keyof typeof groups;
