/** What one stored table holds. */
export interface TableDescription<Column extends string> {
  /** What one row is. */
  readonly row: string;
  readonly columns: Readonly<Record<Column, string>>;
}
