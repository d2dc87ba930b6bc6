/** Figures of the last days. */
import { z } from "zod";
import type { Figures } from "../../records/figures.js";
import { time } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const percentiles = {
  p50: z.number(),
  p95: z.number(),
  p99: z.number().describe("Milliseconds, rounded to two digits."),
};

export const figuresParams = z.strictObject({
  days: z.enum(["7", "30"]).optional().describe("Until now, from midnight (default: 7)."),
});

export const figuresReply = schemaFor<Figures>()(
  z.strictObject({
    from: time,
    stepMs: z.int().describe("6 hours of 7 days, a day of 30."),
    isWhole: z.boolean().describe("False if there are more than 200,000 events: older ones were left out."),
    steps: z.array(
      z.strictObject({
        at: time,
        events: z.int(),
        denied: z.int().describe("The agent was sent a denial."),
        asked: z.int().describe("A hook asked."),
        ...percentiles,
      }),
    ),
    tools: z
      .array(
        z.strictObject({
          agent: z.string(),
          tool: z.string(),
          calls: z.int(),
          denied: z.int(),
          asked: z.int(),
          ...percentiles,
        }),
      )
      .describe("The 100 with the most calls."),
    hooks: z
      .array(
        z.strictObject({
          hook: z.string(),
          source: z.string(),
          runs: z.int(),
          failures: z.int(),
          ...percentiles,
        }),
      )
      .describe("The 100 with the most runs."),
    questions: z.strictObject({
      asked: z.int(),
      answered: z.int(),
      ...percentiles,
      steps: z.array(z.strictObject({ at: time, asked: z.int(), answered: z.int() })),
      channels: z.array(z.strictObject({ channel: z.string(), answered: z.int(), ...percentiles })),
    }),
  }),
);
