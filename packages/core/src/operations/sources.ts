import { z } from "zod";
import { readSources } from "../collect/source-report.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { resource } from "../schema/resource.js";
import { defineOperation } from "./operation.js";
import { sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";

const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const instant = (description: string) => z.iso.datetime().nullable().meta({ description });

const sourceSchema = z.object({
  name: z.string().meta({ description: "Name of the source in the configuration." }),
  type: z.string().meta({ description: "Kind of source." }),
  status: z
    .enum(["ok", "waiting", "failing", "blocked", "stale", "paused"])
    .meta({ description: "`stale`: switched on, but nothing polls it any more." }),
  last_poll: instant("When the last poll ended."),
  last_success: instant("When a poll last brought an answer."),
  outcome: z
    .enum(["new", "unchanged", "empty", "blocked", "error", "truncated"])
    .nullable()
    .meta({ description: "How the last poll ended." }),
  reason: z.string().nullable().meta({ description: "Why it failed." }),
  lag_seconds: z
    .int()
    .nonnegative()
    .nullable()
    .meta({ description: "Seconds since the time up to which nothing is missing, or known to be." }),
  newest_item: instant("Newest item seen."),
  polls: z.int().nonnegative().meta({ description: "Polls so far." }),
  errors: z.int().nonnegative().meta({ description: "Failed polls so far." }),
  items_24h: z.int().nonnegative().meta({ description: "New items of the last 24 hours." }),
  coverage_24h: share("Share of the last 24 hours that was seen, since the source is known."),
  coverage_30d: share("Share of the last 30 days that was seen, since the source is known."),
  coverage_by_hour: z
    .array(share("Share of the hour that was seen; null before the source was known."))
    .meta({ description: "The last 24 clock hours in UTC, 24 shares, oldest first; the running one up to now." }),
  open_gaps: z
    .array(
      z.object({
        from: z.iso.datetime().meta({ description: "Start of the gap." }),
        to: z.iso.datetime().meta({ description: "Its end." }),
        reason: z.string().nullable().meta({ description: "Why it is one." }),
      }),
    )
    .meta({ description: "Times of the last 30 days that were missed, newest first, at most 10." }),
  items_paid_today: z.int().nonnegative().meta({ description: "Paid items read since 00:00 UTC." }),
});

const daySchema = z.object({
  date: z.iso.date().meta({ description: "UTC day." }),
  coverage: share("Share of the day that the sources saw; null before the first source."),
});

/** `GET /sources` of a namespace: tells whether silence means that nobody spoke, or that nobody listened. */
export function sources(namespace: NamespaceDefinition) {
  return defineOperation({
    name: "sources",
    namespace,
    summary: `Sources: ${namespace.title}`,
    description:
      "Live sources with their last poll and what they covered. Empty where the data was loaded from files. A count of 0 on a day with coverage 1 means that nobody spoke; with coverage 0 nothing is known.",
    path: `${namespace.basePath}/sources`,
    access: "any_account",
    caching: { maxAgeSeconds: 15 },
    // The command `sources status` shows all namespaces at once.
    command: null,
    example: {
      name: "wire-news",
      type: "feed",
      status: "ok",
      last_poll: "2026-03-12T14:29:30.000Z",
      last_success: "2026-03-12T14:29:30.000Z",
      outcome: "new",
      reason: "no_overlap",
      lag_seconds: 30,
      newest_item: "2026-03-12T14:28:00.000Z",
      polls: 2_016,
      errors: 3,
      coverage: 0.998,
      coverage_24h: 0.998,
      coverage_30d: 0.991,
      from: "2026-03-10T03:00:00.000Z",
      to: "2026-03-10T09:30:00.000Z",
      items_paid_today: 0,
    },
    parameters: {},
    refused: [sourceRefused],
    result: resource([], {
      extra: {
        coverage: share("Mean share of the last 24 hours over the sources; null without any."),
        sources: z.array(sourceSchema).meta({ description: "By name." }),
        daily_coverage: z
          .array(daySchema)
          .meta({ description: "The last 30 days, oldest first; empty without sources." }),
      },
    }),
    errors: [],
    prepare: async (_input, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      return { window: null, run: () => readSources(scope) };
    },
  });
}
