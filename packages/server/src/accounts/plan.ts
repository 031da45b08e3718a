/** Account types, as they appear on the wire. */
export const planIds = ["free", "hobby", "professional"] as const;

/** An account type. */
export type PlanId = (typeof planIds)[number];

/** What an account type may do. */
export interface Plan {
  readonly id: PlanId;
  /** Deepest first day of a period, in calendar days, today included. */
  readonly lookbackDays: number;
  /** Text analysis and raw mentions. */
  readonly professionalRoutes: boolean;
  readonly burstPerMinute: number;
  readonly requestsPerMonth: number;
}

/** The plans of the specification, once. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: { id: "free", lookbackDays: 30, professionalRoutes: false, burstPerMinute: 100, requestsPerMonth: 250 },
  hobby: { id: "hobby", lookbackDays: 90, professionalRoutes: false, burstPerMinute: 1_000, requestsPerMonth: 250_000 },
  professional: {
    id: "professional",
    lookbackDays: 365,
    professionalRoutes: true,
    burstPerMinute: 1_000,
    requestsPerMonth: 2_500_000,
  },
};

/** Whether the text names a plan. */
export function isPlanId(text: string): text is PlanId {
  return Object.hasOwn(plans, text);
}
