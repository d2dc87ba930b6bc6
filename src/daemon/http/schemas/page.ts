/** Paged lists. */
import { z } from "zod";
import { text, wholeNumber } from "./plain.js";

export const PAGE_ROWS = 100;

export const pageParams = {
  limit: wholeNumber(1, 1000).optional().describe(`Maximum rows (default: ${PAGE_ROWS}).`),
  cursor: text(64).optional().describe("`next` of the previous page."),
  before: wholeNumber(0)
    .optional()
    .describe(
      "Only older than this time, in milliseconds since 1970. For the next page use `cursor`: rows may share a millisecond.",
    ),
};

export const after = wholeNumber(0).optional().describe("Only newer than this time, in milliseconds since 1970.");

/** Fields beside the rows. */
export const next = { next: z.string().optional().describe("The cursor of the next page; absent on the last one.") };
