import type { TextJudgement } from "../packages/core/src/sentiment/text-model.js";

type Label = TextJudgement["label"];

export interface TalkMessage {
  readonly capability: string;
  readonly text: string;
  readonly target: string;
  readonly label: Label;
  readonly half: "developed" | "held_out";
}

export interface TalkRates {
  readonly messages: number;
  readonly accuracy: number;
  readonly inverted: number;
  readonly f1: Readonly<Record<Label, number>>;
}

export function readTalk(): TalkMessage[];
export function talkRates(
  rows: readonly TalkMessage[],
  answers: readonly { readonly label: Label }[],
): Record<string, TalkRates>;
