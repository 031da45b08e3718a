import type { AssetDirectory } from "@market-sentiment/core";

/** One text with the assets that a careful reader says it is about; none where `keys` is empty. */
export interface LabelledText {
  readonly kind: string;
  readonly among: "stocks" | "tokens";
  readonly text: string;
  readonly keys: readonly string[];
  readonly day: string | null;
  readonly half: "developed" | "held_out";
}

/** Kinds of text, with the style in which the service links them. */
export const styles: Readonly<Record<string, "news" | "informal">>;

/** Every labelled text of one kind, in file order. */
export function readLabelledTexts(kind: string): LabelledText[];

/** Links given, right ones among them, and labels. */
export interface Counts {
  readonly given: number;
  readonly right: number;
  readonly expected: number;
}

/** Sums of counts, and the shares made of them; 1 where nothing was given or expected. */
export class Tally {
  readonly texts: number;
  add(counts: Counts): void;
  get precision(): number;
  get recall(): number;
  get f1(): number;
}

/** Compares links with labels by company: another listing of the company that a label names is right too. */
export function companiesOf(
  assets: Pick<AssetDirectory, "all" | "lookup">,
): (found: readonly string[], keys: readonly string[]) => Counts;
