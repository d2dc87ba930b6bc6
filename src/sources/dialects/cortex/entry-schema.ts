/** Schema of a registry entry. registry.ts checks rules between fields. */
import { z } from "zod";
import { BACKENDS } from "./names.js";

const text = z.string().trim().min(1, "must not be empty");
const primitive = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "must be a string, a number, true, false or null",
});

export const entrySchema = z.strictObject({
  id: text,
  event: text,
  matcher: z
    .union([z.string(), z.record(z.string(), primitive)], {
      error: "must be a string, or an object of plain values",
    })
    .optional(),
  run: z.strictObject({
    script: text.optional(),
    command: text.optional(),
    timeout: z.number().positive("must be a positive number of seconds").optional(),
  }),
  scope: z
    .strictObject({
      backends: z
        .array(z.enum(Object.keys(BACKENDS) as (keyof typeof BACKENDS)[]))
        .min(1, "must name a backend")
        .optional(),
      requiresTool: text.optional(),
    })
    .optional(),
  blocking: z
    .strictObject({
      mode: z.literal("webhook"),
      ttlMin: z.number().positive("must be a positive number of minutes"),
    })
    .optional(),
  result: z.enum(["hook-result", "stdout-as-prompt", "none"]).optional(),
  enabled: z.boolean().optional(),
  /** An entry with a version is shipped and updated by Cortex; one without belongs to the user. */
  version: z
    .string()
    .regex(/^\d{4}\.\d{1,2}\.\d{1,2}(-\d+)?$/, "must be a date version such as 2026.7.29")
    .optional(),
});

export type RegistryEntry = z.infer<typeof entrySchema>;
