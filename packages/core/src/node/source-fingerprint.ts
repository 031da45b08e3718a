import type { ConfiguredSource, SourceConfig } from "../collect/source-config.js";

/** Changes whenever anything of the configuration does. */
export function fingerprint({ contact, sources }: SourceConfig): string {
  return JSON.stringify([contact, ...sources.map(fingerprintOf)]);
}

/** Changes whenever anything of a source's configuration does. */
export function fingerprintOf({ connector, namespace, ...rest }: ConfiguredSource): string {
  return JSON.stringify([connector.kind, namespace.id, rest]);
}
