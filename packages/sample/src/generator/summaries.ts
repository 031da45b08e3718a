/** First sentences of summaries, by direction. */
export const summaryOpeners: Readonly<Record<"1" | "-1" | "0", readonly string[]>> = {
  "1": [
    "{name} said its {unit} did better than planned, helped by {driver}.",
    "The {noun} pointed to {driver} and sounded confident about its {product}.",
    "Shares of {name} were up {spct} in heavy trading, near {price}.",
    "Analysts at {broker} called the news a clear positive for {name}.",
    "Investors welcomed the update, with {name} among the day's best {plural}.",
    "The move adds to a run that has already lifted {name} by {bpct} in {ago}.",
    "Management expects its {unit} to keep improving into the {nextq}.",
  ],
  "-1": [
    "{name} pointed to {reason}, and said its {unit} would take time to recover.",
    "Shares of {name} lost {spct} to trade near {price}.",
    "Analysts at {broker} said the news raises questions about its {unit}.",
    "The {noun} has now fallen {bpct} from its high {ago} ago.",
    "Investors sold {name} on worries about {reason}.",
    "Management declined to say when its {unit} would stabilise.",
    "The setback comes as {name} spends heavily on its {product}.",
  ],
  "0": [
    "{name} shares were little changed at {price}.",
    "The {noun} reports {dueq} numbers around {earningsday}.",
    "Analysts are split on what comes next for its {unit}.",
    "A spokesperson for {name} declined to comment.",
    "The piece looks at valuation, its {unit} and the balance sheet.",
    "Trading in {name} was in line with its average volume.",
    "Investors will look for details on its {product} at the next update.",
  ],
};

/** Second sentences, for any direction. */
export const summaryClosers: readonly string[] = [
  "",
  "",
  "The company did not give further detail.",
  "The stock trades at {pe} times expected earnings.",
  "Peers moved [little|in the same direction|only slightly].",
  "Volume was [above|well above|about] average.",
  "More details are expected in {month}.",
  "{fund} holds a position in the company.",
  "The next scheduled update is on {earningsday}.",
  "The wider market was watching {macro}.",
  "Consensus for the year moved by about {spct}.",
];

/** First sentences of summaries about funds, which have no products and no managers to quote. */
export const fundOpeners: readonly string[] = [
  "{tick} traded near {price} on {weekday}.",
  "The fund's move follows a week dominated by {macro}.",
  "Flow data point to [rotation between sectors|caution among large holders|demand from model portfolios].",
  "Options on {tick} were busier than usual.",
  "Strategists at {broker} expect flows to stay uneven into {month}.",
];
