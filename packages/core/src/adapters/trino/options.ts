import { MarketDataError } from "../../errors.js";
import { faultOfTrinoName, faultOfTrinoUrl } from "../../schema/trino-place.js";

/** Where a Trino is that reads a data directory's Delta tables, and under which names. */
export interface TrinoOptions {
  /** `http` or `https`. A user before the host is who asks, with a password over `https` alone; `sentiment` when left out. */
  readonly url: string;
  /** The catalog in which the tables are registered. */
  readonly catalog: string;
  /** What the names of schemas begin with, before `_` and the namespace; null: they are the namespace's name. */
  readonly schema: string | null;
  /**
   * Asks Trino at the start whether the tables are registered, and is called when it does not answer then. When left out,
   * nothing is asked at the start.
   */
  readonly onAway?: (cause: Error) => void;
}

/**
 * Checks options.
 *
 * @throws MarketDataError `invalid_parameters` naming the one that is wrong.
 */
export function checkedTrinoOptions(options: TrinoOptions): TrinoOptions {
  const { url, catalog, schema } = options;
  const faults = {
    url: faultOfTrinoUrl(url),
    catalog: faultOfTrinoName(catalog),
    schema: schema === null ? null : faultOfTrinoName(schema),
  };
  for (const [name, fault] of Object.entries(faults))
    if (fault !== null) throw new MarketDataError("invalid_parameters", `trino.${name} ${fault}`, { name });
  return options;
}

/** The schema with a namespace's tables. */
export function schemaOf(namespace: string, { schema }: Pick<TrinoOptions, "schema">): string {
  const name = namespace.replaceAll("-", "_");
  return schema === null ? name : `${schema}_${name}`;
}
