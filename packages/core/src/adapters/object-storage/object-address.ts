import { MarketDataError } from "../../errors.js";

/** A place in an object store: a bucket, and what all names below it begin with. */
export interface ObjectAddress {
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
}

/** Whether a data directory is named as a place in an object store. */
export function isObjectAddress(text: string): boolean {
  return /^s3:/i.test(text);
}

/**
 * Reads `s3://bucket/prefix`.
 *
 * @throws MarketDataError `invalid_parameters` saying what is wrong with it.
 */
export function parseObjectAddress(text: string): ObjectAddress {
  const [, bucket = "", path = ""] = /^s3:\/\/([^/]*)(?:\/(.*))?$/s.exec(text) ?? [];
  const prefix = path.replaceAll(/^\/+|\/+$/g, "");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    const reason = bucket === "" ? "names no bucket" : `names no possible bucket: '${bucket}'`;
    throw invalid(text, `${reason} (3 to 63 lower-case letters, digits, dots and hyphens)`);
  }
  if (
    prefix.split("/").some((part, _, parts) => parts.length > 1 && part === "") ||
    /[^\w!.*'()/-]|(^|\/)\.\.?(\/|$)/.test(prefix)
  )
    throw invalid(
      text,
      "has a prefix that is not made of plain names: letters, digits and !-_.*'() between single slashes",
    );
  return { bucket, prefix };
}

/** The address as text, in one form. */
export function formatObjectAddress({ bucket, prefix }: ObjectAddress): string {
  return prefix === "" ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
}

function invalid(text: string, reason: string): MarketDataError {
  const message = `${text} ${reason}. The form is s3://bucket/prefix.`;
  return new MarketDataError("invalid_parameters", message, { address: text });
}
