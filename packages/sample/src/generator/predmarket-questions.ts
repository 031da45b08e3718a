import type { Direction } from "./event-kinds.js";

/** Questions that are not about a price, and what a yes means for the company. */
export const otherQuestions: readonly { readonly text: string; readonly polarity: Direction }[] = [
  { text: "Will {name} ship the next {product} by {date}?", polarity: 0 },
  { text: "Will {name} announce a stock split by {date}?", polarity: 1 },
  { text: "Will {name} name a new chief executive by {date}?", polarity: 0 },
  { text: "Will {name} be the largest company in the world on {date}?", polarity: 1 },
  { text: "Will {name} settle a case with a regulator by {date}?", polarity: 0 },
  { text: "Will {name} announce an acquisition of more than $5B by {date}?", polarity: 0 },
  { text: "Will {name} be added to a new AI index by {date}?", polarity: 1 },
  { text: "Will {name} have an outage of more than four hours by {date}?", polarity: 0 },
  { text: "Will {name} reach an all-time high by {date}?", polarity: 1 },
  { text: "Will {name} be removed from a major index by {date}?", polarity: -1 },
];
