import { type FieldOrigin, origins } from "./field-origin.js";

/** The origin of every field that panels and their manifests alone have. */
export const panelOrigins: Readonly<Record<string, FieldOrigin>> = {
  // What stands behind a daily value
  ...origins("query/panel-query.ts#panelQuery", {
    known_at: "time of the publication that brought the value; of running days: of the last one in its hour",
    revision: "how often a closed day has changed",
    frozen: "whether the day is closed",
  }),
  ...origins("operations/mention-panel.ts#mentionPanel", {
    reference_evidence: "95th percentile of the evidence of asset-days before the day; see measures.md",
    reference_people: "the same of speakers",
    reference_places: "the same of places",
  }),
  ...origins("predmarket/panel.ts#tradedPanel", {
    reference_trading: "95th percentile of the trading of asset-days before the day; see measures.md",
    reference_traders: "the same of wallets",
    reference_money: "the same of money",
    reference_markets: "the same of traded markets",
    reference_depth: "the same of depth",
  }),
  ...origins("operations/panel.ts#panelManifest", {
    namespace: "id of the namespace",
    format: "as asked for",
    fields: "as asked for, in wire order",
    as_of: "the instant that was asked for",
    assets: "assets that were asked for",
    rows: "days times assets",
    bytes: "counted while they are made",
    tag: "digest of everything that the bytes depend on",
    sha256: "of all bytes",
    snapshot: "number of the published state",
    interface_version: "release of the interface",
  }),
};
