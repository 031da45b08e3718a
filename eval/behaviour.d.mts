import type { TextJudgement, TextToJudge } from "../packages/core/src/sentiment/text-model.js";

export interface BehaviourCase {
  readonly capability: string;
  readonly kind: "minimum" | "invariance" | "direction";
  readonly text: string;
  readonly target?: string;
  readonly label?: TextJudgement["label"];
  readonly names?: readonly string[];
  readonly same?: readonly string[];
  readonly more?: readonly string[];
  readonly less?: readonly string[];
}
type Answer = Pick<TextJudgement, "label" | "score">;

export function readCases(): BehaviourCase[];
export function questionsOf(one: BehaviourCase): TextToJudge[];
export function passes(one: BehaviourCase, answers: readonly Answer[]): boolean;
export function runSuite(judge: (texts: readonly TextToJudge[]) => Promise<readonly Answer[]>): Promise<{
  rates: Record<string, { cases: number; passed: number }>;
  failed: (BehaviourCase & { answers: string[] })[];
}>;
