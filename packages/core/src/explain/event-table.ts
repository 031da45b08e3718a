import { backgroundTopics } from "./background-topics.js";
import { businessEvents } from "./business-events.js";
import { companyEvents } from "./company-events.js";
import type { EventKind } from "./event-kind.js";
import { marketEvents } from "./market-events.js";

/**
 * Kinds of events that move attention to a company, from general business English. The first kind whose words are found
 * names the event, so narrower kinds stand before wider ones, and what is always talked about comes last.
 */
export const eventKinds: readonly EventKind[] = [
  ...companyEvents,
  ...marketEvents,
  ...businessEvents,
  ...backgroundTopics,
];
