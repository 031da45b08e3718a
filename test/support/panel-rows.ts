import type { Operation, Panel } from "@market-sentiment/core";

/** What an operation has answered: of a panel, its rows. */
export async function answerOf(operation: Operation, answer: unknown): Promise<unknown> {
  if (!operation.isStreamed) return answer;
  const rows: unknown[] = [];
  for await (const row of (answer as Panel).objects()) rows.push(row);
  return rows;
}
