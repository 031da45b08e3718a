/** A Trino that answers. */
export interface RunningTrino {
  readonly url: string;
  readonly port: number;
  /** What it last wrote about itself. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts Trino with one catalog, `sentiment`, over the Delta tables below a folder, and waits until it answers. */
export function startTrino(options: {
  readonly home: string;
  readonly javaHome: string;
  readonly root: string;
  readonly heap?: string;
  readonly port?: number;
  readonly bucket?: readonly string[];
}): Promise<RunningTrino>;

/** Runs a statement and gives its rows. */
export function statement(url: string, sql: string): Promise<unknown[][]>;
