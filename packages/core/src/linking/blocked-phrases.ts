/**
 * Phrases in which a company's word is an ordinary one. The longest match at a place wins, so "price target" takes the
 * word away from Target while "Target price target" gives it back: the words in brackets stay free.
 */
const TEXT = `
post merger; post earnings; post ipo; post market; post split; post covid; post war; post deal; post spin; post acquisition; washington post; new york post; huffington post; amazon mgm; mgm studios; applications arm; north sea; red sea; black sea; dead sea; south china sea; deep sea; sea level; sea change; baltic sea; mediterranean sea; by sea; at sea; new orleans
price target; price targets; target price; target prices; target date; target range; target rate; on target; fair value target; target audience
price objective; revenue target; growth target; profit target; target for; 2030 target; sales target; inflation target; earnings target; target market; target of; off target
[target] price target; [target] price targets; [target] target price
amazon rainforest; amazon basin; amazon river; amazon jungle; amazon forest; amazon tribe; amazon tribes; amazon deforestation; amazon delta
apple pie; apple pies; apple juice; apple cider; apple tree; apple trees; apple orchard; apple orchards; apple growers; apple harvest; apple crop; apple farmers; apple sauce; big apple; apple hospitality; apple orchard's; apple picking; apple slices; apple prices; orange prices; apple season; apple harvests; nikola tesla; tesla coil; tesla coils; lilly james; lilly allen; lilly singh
shell company; shell companies; shell corporation; shell corporations; shell game; shell script; nut shell; egg shell; bomb shell; shell out; shell casings
visa application; visa applications; visa program; visa programs; visa fees; visa fee; visa holders; visa holder; travel visa; work visa; student visa; student visas; tourist visa; golden visa; h 1b visa; h1b visa; visa requirements; visa restrictions; visa rules; visa ban; visa bans; visa waiver; visa free; visa status; visa curbs
delta variant; delta hedging; delta force; delta smelt; nile delta; mekong delta; niger delta; mississippi delta; river delta; yangtze delta; permian delta; delta neutral; pearl river delta
gap year; pay gap; gender gap; gap up; gap down; wage gap; valuation gap; gap between; mind the gap; funding gap; trade gap; gap fill; wealth gap; the gap; price gap; skills gap; supply gap; gap widens; gap narrows; ai gap; credit gap
morning star; evening star; north star; death star; lone star; five star; 5 star; rising star; gold star; all star; pop star; rock star; star wars; star trek
square feet; square foot; square miles; square mile; square meters; square metres; times square; square one; trafalgar square; square off; square deal; red square; square root; square enix; madison square
city block; block trade; block trades; block party; stumbling block; building block; building blocks; block deal; block deals; block chain; block list; block merger; road block; starting block; block grant
snap election; snap elections; snap judgment; cold snap; oh snap; snap up; snap poll; snap decision; snap back; ginger snap; snap benefits
meta analysis; meta analyses; meta data; meta description; ford foundation; ford theatre; ford's theatre; ford administration; rob ford; doug ford; gerald ford; harrison ford; betty ford; tom ford; henry ford; ford presidency; premier ford; christine blasey ford; ford cup
best buy now; best buys; best buy list; best buy stocks; best buy ideas; best buy rated; best buy opportunities; best buys now; best buy right now; better buy; best buy case; 's best buy; best buy the dip; best buy ratings; best buy today
dollar general index
carnival season; carnival parade; carnival games; mardi gras carnival; rio carnival
monster hunter; monster truck; monster mash; monster rally; monster year; monster gains; monster energy drink; monster growth
oracle of omaha; oracle of delphi; the oracle of omaha; oracle database administrators; price oracle; price oracles; ancient oracle
intel report; intel agencies; intel agency; intel community; intel committee; intel officials; intel sources; us intel; military intel
root cause; root causes; uber rich; toyota city; chipotle peppers; chipotle pepper; chipotle sauce; chipotle mayo; root canal; root beer; square root; grass root; root for; at root
key takeaways; key things; key factors; key metrics; key rate; key level; key levels; key reasons; turn key; key bridge; key west
the match; match play; world match; cricket match; soccer match; title match; match day; perfect match; match fixing; test match
nice work; target fund; target funds; target 2035; target maturity; progressive democrats; progressive candidate; progressive wing; progressive tax; progressive lawmakers; progressive caucus; progressive rock; progressive left
bayer leverkusen; bayer 04; wells fargo center; t mobile arena; at t stadium; sofi stadium; lumen field; lucas oil; ford field; metlife stadium; paypal park; american airlines arena; bank of america stadium; barclays center; toyota center; state farm arena; chase center; levi's stadium; oracle park; scotiabank arena; rogers centre; rogers center; rogers place; target field; target center; allianz arena; allianz stadium; american express championship; barclays premier league; jpmorgan chase corporate challenge
state street journal; main street; wall street; wall street journal; dow jones; dow jones industrial average; dow futures; dow jones futures; dow transports; the dow; dow theory; dow today; dow theory; dow stocks; dow stock; dow falls; dow rises; dow dips; dow gains; dow drops; dow jumps; dow slides; dow sinks; dow slips; dow tumbles; dow surges; dow soars; dow climbs; dow rallies; dow closes; dow ends; dow points; dow industrials; dow plunges; dow opens; dow hits; dow and
s and p 500; s and p 400; s and p 600; s and p tsx; s and p asx; s and p 500's; s and p futures; s and p profit; s and p sectors; nasdaq composite; nasdaq 100; nasdaq futures; nasdaq listed; nasdaq correction; nasdaq today; nasdaq index; nasdaq listing; nasdaq falls; nasdaq rises; nasdaq dips; nasdaq gains; nasdaq drops; nasdaq jumps; nasdaq slides; nasdaq sinks; nasdaq tumbles; nasdaq surges; nasdaq soars; nasdaq slips; nasdaq and; and nasdaq; nasdaq rallies; nasdaq leads; nasdaq advance; nasdaq stocks; nasdaq stock market; the nasdaq; hang seng; russell 2000; russell 1000; ftse 100; nikkei 225; euro stoxx; cac 40; dax 40; ftse mib; tsx composite
deutsche bahn; deutsche bundesbank; deutsche welle; bank of england; bank of japan; bank of canada; bank of korea; bank of russia; bank of italy; bank of france; bank of spain; bank of mexico; bank of china; bank of israel; world bank; central bank; swiss national bank; reserve bank; peoples bank of china; european central bank; national bank of; federal reserve bank of america
toys r us; air force one; black monday; cyber monday; prime minister; prime rate; prime time; prime suspect; optimus prime; green new deal; new york times square; united states; united kingdom; united nations; united arab emirates; manchester united; leeds united; newcastle united; west ham united; d c united; united front; united ireland; citizens united; citizens advice; us citizens; senior citizens
paramount importance; paramount concern; hilton head; paris hilton; virgin islands; virgin mary; southern california; southern europe; southern border; southern states; southern lebanon; southern iran; south pole
unity government; national unity; unity deal; discovery channel shows; drug discovery; price discovery; space discovery; oil discovery; gas discovery; new discovery; discovery process; discovery phase; fossil discovery; gold discovery
orange juice; agent orange; orange crush; clockwork orange; orange bowl; fox news; fox business; fox sports; fox hunting; red fox; arctic fox; arm wrestling; arm race; arms race; arms deal; arms sales; arms control; arm length; arm's length; strong arm; right arm; left arm; investment arm; lending arm; trading arm; venture arm; finance arm; private equity arm; retail arm; its arm; food arm; chip arm; cloud arm; banking arm; asset management arm; wealth arm; robotic arm; robot arm; mining arm; energy arm; property arm; media arm; research arm; defence arm; defense arm; insurance arm; payments arm; logistics arm; truck arm; pharma arm; consumer arm; shipping arm; software arm; ai arm; arm of; total return; total returns; total debt; total revenue; total recall; in total; total assets; total cost; total addressable market; total wine; grand total; total eclipse; total stock market; total market; total bond; total bond market; total shareholder return; a total; total loss; total war; total wipeout; total sales; total voting rights; total value; total international; total world
linear box; big box; check the box; ballot box; box office; black box; inbox; box set; out of the box; xbox; box score
all state; chase the; chase for; chase down; car chase; paper chase; chevy chase; ally financially; close ally; key ally; us ally; nato ally; trump ally; top ally; trump allies; an ally; former ally; longtime ally; putin ally
lions gate; sea gate; three m; the limited; capital one bowl; capital one arena; capital one cup; capital gains; capital growth; capital allocation; best western; motley fool; international business times; new york stock exchange; london stock exchange rules; dutch bros code; simply wall st
loan block; toll block; cat food; cat fight; cat videos; cat scan; cat owners; cat and mouse; wild cat; black cat; dead cat bounce; fat cat; pet cat; unlimited power; electric power; live nation state; brown and out; ball game; ball park; crystal ball; play ball; the ball; golf ball; ball in; crown jewel; crown prince; the crown; charter school; charter schools; charter flight; charter flights; un charter; charter change; charter rates; workday week; eight hour workday; hour workday; regions bank holiday; lemonade stand; roll on; snowflake generation; robin hood; robinhood tax
carrier strike group; aircraft carrier; aircraft carriers; letter carrier; mail carrier; budget carrier; low cost carrier; flag carrier; carrier strike; us carrier; toast to; french toast; champagne toast; avocado toast; toast of; cheesecake recipe; oil and gas majors; waste management plan; waste management practices; waste management services; republic services; czech republic; islamic republic; dominican republic; republic day; banana republic; old navy; gap inc; people's republic
`;

/** A blocked phrase: its words, and how many leading ones stay free for a company. */
export interface BlockedPhrase {
  readonly phrase: string;
  readonly free: string;
}

/** Every blocked phrase; `free` is empty or its leading words that may still name a company. */
export const blockedPhrases: readonly BlockedPhrase[] = TEXT.split(/[;\n]/)
  .map((entry) => entry.trim())
  .filter((entry) => entry !== "")
  .map((entry) => ({ phrase: entry.replace(/[[\]]/g, ""), free: /^\[(.+?)\]/.exec(entry)?.[1] ?? "" }));
