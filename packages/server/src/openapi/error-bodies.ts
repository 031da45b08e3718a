import { z } from "zod";
import { planIds } from "../accounts/plan.js";

const message = z.string().meta({ description: "What is wrong, for display." });
const accountType = z.enum(planIds).meta({ description: "Type of the account." });
const body = (detail: z.ZodType, description: string) => z.object({ detail }).meta({ description });

/** Bodies of all kinds of error answers, by their names in the document. */
export const errorBodies = {
  ErrorBody: body(message, "An error that a sentence says in full."),
  ValidationErrorBody: body(
    z
      .array(
        z.object({
          loc: z
            .array(z.union([z.string(), z.int()]))
            .meta({ description: "Where: `query`, `path` or `body`, then the name." }),
          msg: message,
          type: z.string().meta({ description: "Stable name of the rule, for program branching." }),
          input: z.unknown().meta({ description: "What was sent, where it is safe and short." }).optional(),
          ctx: z.record(z.string(), z.unknown()).meta({ description: "The facts of the rule." }).optional(),
        }),
      )
      .meta({ description: "Everything that is wrong with the request." }),
    "The request does not have its documented form.",
  ),
  AssetCountErrorBody: body(
    z.object({
      error: z.string().meta({ description: "For program branching." }),
      message,
      max_items: z.int().meta({ description: "Most assets that one request may list." }),
      item_name: z.string().meta({ description: "What is listed." }),
    }),
    "No asset is listed, or too many.",
  ),
  LookbackErrorBody: body(
    z.object({
      error: z.string().meta({ description: "For program branching." }),
      message,
      requested_days: z.int().meta({ description: "How far back the request reaches, today included." }),
      max_days: z.int().meta({ description: "How far back the account may look, today included." }),
      account_type: accountType,
    }),
    "The period reaches further back than the account may look.",
  ),
  ProfessionalRequiredBody: body(
    z.object({
      error: z.string().meta({ description: "For program branching." }),
      message: z.string().meta({ description: "What is needed, with the address to upgrade at." }),
      account_type: accountType,
    }),
    "The route is for Professional accounts.",
  ),
  UnsupportedAssetBody: body(
    z.object({
      error_code: z.enum(["unsupported_ticker", "unsupported_symbol"]).meta({ description: "For program branching." }),
      message,
    }),
    "Well formed, but not an asset that the service knows.",
  ),
  RateLimitBody: body(
    z.object({
      error: z.string().meta({ description: "Which limit." }),
      message,
      limit: z.int().nullable().meta({ description: "Requests in the window." }).optional(),
      used: z.int().nullable().meta({ description: "Requests counted in the window." }).optional(),
      remaining: z.int().nullable().meta({ description: "Requests left in the window." }).optional(),
      account_type: accountType,
      reset_at: z.iso.datetime().nullable().meta({ description: "When the window ends." }).optional(),
      contact: z.string().nullable().meta({ description: "Whom to ask for more." }).optional(),
    }),
    "A limit of the account is reached.",
  ),
} as const satisfies Record<string, z.ZodType>;

/** Name of an error body in the document. */
export type ErrorBodyName = keyof typeof errorBodies;
