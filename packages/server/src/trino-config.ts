import { faultOfTrinoName, faultOfTrinoUrl } from "@market-sentiment/core";
import { z } from "zod";

/** Where a Trino reads the tables; the names of its catalog and schemas. */
export interface TrinoConfig {
  readonly url: string;
  readonly catalog: string;
  readonly schema: string | null;
}

const checked = (faultOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

/** The settings of the engine. */
export const trinoSettings = {
  SENTIMENT_ENGINE: z
    .enum(["duckdb", "trino"], { error: "must be duckdb or trino" })
    .default("duckdb")
    .meta({ description: "what reads the tables: duckdb, here, or a trino; what writes them is always duckdb" }),
  SENTIMENT_TRINO_URL: checked(faultOfTrinoUrl)
    .optional()
    .meta({ description: "address of the Trino, with user and password where it asks for them (default: none)" }),
  SENTIMENT_TRINO_CATALOG: checked(faultOfTrinoName)
    .default("sentiment")
    .meta({ description: "Trino's catalog with the tables" }),
  SENTIMENT_TRINO_SCHEMA: checked(faultOfTrinoName).optional().meta({
    description: "what schemas of the catalog begin with, before _ and the namespace (default: nothing)",
  }),
};

/** The Trino to read by; null: DuckDB reads. */
export function trinoOf(data: z.infer<z.ZodObject<typeof trinoSettings>>): TrinoConfig | null {
  if (data.SENTIMENT_ENGINE !== "trino" || data.SENTIMENT_TRINO_URL === undefined) return null;
  return {
    url: data.SENTIMENT_TRINO_URL,
    catalog: data.SENTIMENT_TRINO_CATALOG,
    schema: data.SENTIMENT_TRINO_SCHEMA ?? null,
  };
}

/** The setting that the chosen engine lacks; null when it has all. */
export function missingTrinoSetting(data: z.infer<z.ZodObject<typeof trinoSettings>>): string | null {
  return data.SENTIMENT_ENGINE === "trino" && data.SENTIMENT_TRINO_URL === undefined ? "SENTIMENT_TRINO_URL" : null;
}
