/** Parameters of routes that give a list in pages. */
import type { Page } from "../../core/records/store.js";
import { TIME } from "./plain-shapes.js";
import { numberParam, type Param, type RouteCall } from "./route.js";
import { integer } from "./schema.js";

const USUAL = 100;

export const PAGE_PARAMS: Readonly<Record<string, Param>> = {
  limit: {
    in: "query",
    description: `At most so many; ${USUAL} unless told.`,
    schema: integer({ minimum: 1, maximum: 1000 }),
  },
  before: { in: "query", description: "Only older ones.", schema: TIME },
};

export function pageOf(call: RouteCall): Page & { readonly limit: number } {
  return { limit: numberParam(call, "limit") ?? USUAL, before: numberParam(call, "before") };
}
