/** Raised whenever the meaning of a stored plan changes; plans of other formats are made again. */
export const PLAN_FORMAT = "snaphook-plan-4";
