/** What `daemon.json` may hold. The schema for editors is made from it. */
import { isAbsolute } from "node:path";
import { z } from "zod";
import { USUAL_SETTINGS } from "./settings.js";

const { port, idleExitMinutes, retention, otlp, approvals } = USUAL_SETTINGS;

const whole = (most: number) =>
  z.int("must be a whole number").min(0, "must not be negative").max(most, `must not be over ${most}`);
const amount = () => z.number("must be a number").positive("must be more than 0");

const endpoint = z
  .string("must be a text")
  .refine(
    (url) => url === "" || /^https?:$/.test(protocolOf(url)),
    "must be the address of a server, http:// or https://",
  );
const header = z.string("must be a text").regex(/^[\t\x20-\x7e]*$/, "must be printable ASCII");
const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "is no name of a header");
const path = z
  .string("must be a text")
  .refine((name) => isAbsolute(name) || name.startsWith("~/"), "must begin with / or ~/");

export const settingsSchema = z.strictObject({
  $schema: z.string().optional().describe("For editors."),
  port: whole(65_535)
    .default(port)
    .describe("Port on 127.0.0.1; 0 = any free one. An agent that is told the address needs a fixed one."),
  idleExitMinutes: z
    .number("must be a number")
    .min(0, "must not be negative")
    .max(525_600, "must not be over 525600")
    .default(idleExitMinutes)
    .describe("The daemon leaves after so many minutes without an event; 0 = never."),
  retention: z
    .strictObject({
      days: amount().default(retention.days).describe("Events are removed after so many days."),
      megabytes: amount()
        .default(retention.megabytes)
        .describe("The oldest events go when the store grows beyond this."),
      evidenceDays: z
        .number("must be a number")
        .min(0, "must not be negative")
        .default(retention.evidenceDays)
        .describe("The complete redacted input of a tool call is kept for this many days; 0 = not stored."),
    })
    .prefault({})
    .describe("How much is kept."),
  otlp: z
    .strictObject({
      endpoint: endpoint.default(otlp.endpoint).describe("Where spans are sent by OTLP over HTTP; empty = nowhere."),
      headers: z.record(headerName, header).prefault({}).describe("Sent along, such as a key."),
    })
    .prefault({})
    .describe("OpenTelemetry out."),
  watch: z
    .array(path, "must be a list")
    .prefault([])
    .describe("Files and folders whose changes fire FileChanged; they begin with / or ~/."),
  oak: z
    .strictObject({
      port: z
        .union([z.literal("project"), whole(65_535)], 'must be "project" or a port')
        .optional()
        .describe('Further port for OAK\'s scripts: "project" = the one they work out from the project.'),
    })
    .prefault({})
    .describe("For scripts that were written for OAK."),
  approvals: z
    .strictObject({
      desktop: z
        .boolean("must be true or false")
        .default(approvals.desktop)
        .describe("Announce pending approvals with a desktop notification (`notify-send`, `osascript`)."),
    })
    .prefault({})
    .describe("Questions to a person."),
});

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
