/** The settings of `daemon.json`. The schema for editors is derived from it. */
import { isAbsolute } from "node:path";
import { z } from "zod";
import { channelsSchema, publicUrl, quietHours } from "./channel-schema.js";
import { USUAL_SETTINGS } from "./settings.js";

const { port, idleExitMinutes, retention, otlp, approvals, backup } = USUAL_SETTINGS;

const whole = (most: number) =>
  z.int("must be a whole number").min(0, "must not be negative").max(most, `must be at most ${most}`);
const amount = () => z.number("must be a number").positive("must be greater than 0");

const endpoint = z
  .string("must be a string")
  .refine((url) => url === "" || /^https?:$/.test(protocolOf(url)), "must be an http:// or https:// URL");
const header = z.string("must be a string").regex(/^[\t\x20-\x7e]*$/, "must be printable ASCII");
const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "is not a valid header name");
const flag = () => z.boolean("must be true or false");
const path = z
  .string("must be a string")
  .refine((name) => isAbsolute(name) || name.startsWith("~/"), "must start with / or ~/");

export const settingsSchema = z.strictObject({
  $schema: z.string().optional().describe("For editors."),
  port: whole(65_535)
    .default(port)
    .describe("Port on 127.0.0.1; 0 = any free one. An agent that is configured with the URL needs a fixed one."),
  idleExitMinutes: z
    .number("must be a number")
    .min(0, "must not be negative")
    .max(525_600, "must be at most 525600")
    .default(idleExitMinutes)
    .describe("Minutes without an event after which the daemon exits; 0 = never."),
  retention: z
    .strictObject({
      days: amount().default(retention.days).describe("Days to keep events."),
      megabytes: amount()
        .default(retention.megabytes)
        .describe("Maximum size of the store; the oldest events are removed beyond it."),
      evidenceDays: z
        .number("must be a number")
        .min(0, "must not be negative")
        .default(retention.evidenceDays)
        .describe("Days to keep the complete redacted input of a tool call; 0 = not stored."),
    })
    .prefault({})
    .describe("Retention."),
  otlp: z
    .strictObject({
      endpoint: endpoint.default(otlp.endpoint).describe("URL for spans by OTLP over HTTP; empty = none."),
      headers: z.record(headerName, header).prefault({}).describe("Additional headers, such as a key."),
    })
    .prefault({})
    .describe("OpenTelemetry export."),
  watch: z
    .array(path, "must be a list")
    .prefault([])
    .describe("Files and directories whose changes fire FileChanged; they start with / or ~/."),
  oak: z
    .strictObject({
      port: z
        .union([z.literal("project"), whole(65_535)], 'must be "project" or a port')
        .optional()
        .describe('Additional port for OAK\'s scripts: "project" = the one they derive from the project.'),
    })
    .prefault({})
    .describe("For scripts that were written for OAK."),
  cortex: z
    .strictObject({
      port: whole(65_535)
        .optional()
        .describe("Additional port for Cortex's hook scripts, which look for 3001; WEBHOOK_PORT takes precedence."),
    })
    .prefault({})
    .describe("For scripts that were written for Cortex."),
  backup: z
    .strictObject({
      auto: flag()
        .default(backup.auto)
        .describe("Make a backup regularly, while the daemon runs and the store changes."),
      intervalMinutes: z
        .int("must be a whole number")
        .min(5, "must be at least 5")
        .max(1_440, "must be at most 1440")
        .default(backup.intervalMinutes)
        .describe("Minutes between these backups."),
      onUpgrade: flag()
        .optional()
        .describe("Make a backup before a new version changes the store (default: true, or OAK's `on_upgrade`)."),
      includeActivities: flag()
        .optional()
        .describe("Include tool calls (default: true, or OAK's `include_activities`)."),
      keep: z
        .int("must be a whole number")
        .min(1, "must be at least 1")
        .max(1_000, "must be at most 1000")
        .default(backup.keep)
        .describe("Number of automatic backups to keep, of each kind: by interval, before an upgrade."),
      folder: z
        .union([z.literal(""), path], "must start with / or ~/")
        .default(backup.folder)
        .describe("Folder of backups, starting with / or ~/; empty = `backups` in Snaphook's data directory."),
    })
    .prefault({})
    .describe("Backups of the store."),
  approvals: z
    .strictObject({
      allowWith: z
        .enum(["code", "passkey"], 'must be "code" or "passkey"')
        .default(approvals.allowWith)
        .describe(
          "`passkey`: only a passkey approves questions, on the local page. To end it needs `snaphook passkeys allow-code`.",
        ),
      desktop: z
        .boolean("must be true or false")
        .default(approvals.desktop)
        .describe("Announce pending approvals with a desktop notification (`notify-send`, `osascript`)."),
      late: z
        .enum(["keep", "drop"], 'must be "keep" or "drop"')
        .default(approvals.late)
        .describe(
          "`keep`: a question can be answered after its agent stopped waiting, and the same call then passes once.",
        ),
      lateMinutes: z
        .number("must be a number")
        .min(0, "must not be negative")
        .max(10_080, "must be at most 10080")
        .default(approvals.lateMinutes)
        .describe(
          "Minutes in which such a question can be answered, and in which its answer waits for the call; 0 = `drop`.",
        ),
      waitMinutes: amount()
        .max(1_440, "must be at most 1440")
        .default(approvals.waitMinutes)
        .describe("Minutes that a call waits for an answer, unless its agent gives up earlier."),
      channels: channelsSchema,
      quietHours: quietHours.optional(),
      notifyAfterSeconds: whole(3_600)
        .default(approvals.notifyAfterSeconds)
        .describe("Seconds before a channel is used if a person at this machine can answer; 0 = at once."),
      publicUrl: publicUrl.optional(),
    })
    .prefault({})
    .describe("Questions to a person."),
});

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
