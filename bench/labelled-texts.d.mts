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
