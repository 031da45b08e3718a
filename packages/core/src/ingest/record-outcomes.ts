/**
 * Outcomes of a record, with the words of the summary. Every record has exactly one outcome, so the counts of a run add
 * up to the number of records read. A page, a thread or a list counts as the records in it; an empty one counts as one.
 */
export const recordOutcomes = {
  /** It brought something new. */
  new: "new",
  /** It changed something stored. */
  updated: "updated",
  /** It was stored already, with the same content. */
  unchanged: "unchanged",
  /** Another record of the run was about the same thing: same id, or same address of an article. */
  merged: "told by another record too",
  /** A newer state or a deletion was known; where no times are given, a fuller text. */
  outdated: "older than what is stored, or less full",
  /** A repost of a known original; counts as engagement of the original. */
  reposts: "reposts of what is stored",
  /** A repost of an unknown original; counts for nothing. */
  repostsOfUnknown: "reposts of what is not stored",
  /** A deletion. */
  deletions: "deletions",
  /** Nothing to store: another kind of event, an empty page. */
  passedOver: "nothing in them that is kept",
  /** Belongs to a day that is closed for good because its readings have been dropped. */
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

/** Traits of stored records, with the words of the summary. A record may have several. */
export const recordTraits = {
  /** The record names no author, or a deleted one. */
  authorless: "without an author",
  /** The words were deleted, or there never were any. */
  textless: "without words",
  /** Written by a robot: kept, never counted. */
  robots: "by robots, never counted",
} as const;

/** One of {@link recordTraits}. */
export type RecordTrait = keyof typeof recordTraits;

/** All traits, in the order of a summary. */
export const recordTraitNames = Object.keys(recordTraits) as RecordTrait[];
