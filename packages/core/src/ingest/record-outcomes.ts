/**
 * What becomes of a record, in the words of a summary. Every record that is read has exactly one of these outcomes, so the
 * counts of a run add up to what was read. A page, a thread or a list is as many records as it holds; one that holds nothing
 * is one.
 */
export const recordOutcomes = {
  /** It told of something that was not stored before. */
  new: "new",
  /** What it told of was stored otherwise. */
  updated: "updated",
  /** What it told of was stored just so. */
  unchanged: "unchanged",
  /** Another record of the run had told of the same thing: the same id, or the same address of an article. */
  merged: "told by another record too",
  /** A newer state was known, or a deletion; without times a fuller one. */
  outdated: "older than what is stored, or less full",
  /** A repost whose original is known: it counts as that one's engagement. */
  reposts: "reposts of what is stored",
  /** A repost whose original is in none of the records: there is nothing to count it for. */
  repostsOfUnknown: "reposts of what is not stored",
  /** It told that something was deleted. */
  deletions: "deletions",
  /** Nothing that is kept: another kind of event, an empty page. */
  passedOver: "nothing in them that is kept",
  /** Of a day that is closed for good, because what it was worked out from has been dropped. */
  closedDays: "of days that are closed for good",
  /** The price of a share that the reference graph does not know. */
  unknownAssets: "prices of unknown assets",
  /** It cannot be used; kept aside whole, with its reason. */
  rejected: "rejected",
  /** Read, but not stored, because the run was stopped: the next run over the same input takes it. */
  left: "not stored, as the run was stopped",
} as const;

/** One of {@link recordOutcomes}. */
export type RecordOutcome = keyof typeof recordOutcomes;

/** All outcomes, in the order of a summary. */
export const recordOutcomeNames = Object.keys(recordOutcomes) as RecordOutcome[];

/** What is remarkable of records that are stored, in the words of a summary; one record may be all of them. */
export const recordTraits = {
  /** The record names no author, or a deleted one. */
  authorless: "without an author",
  /** Nothing is left of what was said, or there never were words. */
  textless: "without words",
  /** Written by a robot: kept, never counted. */
  robots: "by robots, never counted",
} as const;

/** One of {@link recordTraits}. */
export type RecordTrait = keyof typeof recordTraits;

/** All traits, in the order of a summary. */
export const recordTraitNames = Object.keys(recordTraits) as RecordTrait[];
