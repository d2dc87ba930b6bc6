/** The settings of channels in `daemon.json`: where secrets are, never the secrets. */
import { isAbsolute } from "node:path";
import { z } from "zod";

const path = z
  .string("must be a string")
  .refine((name) => isAbsolute(name) || name.startsWith("~/"), "must start with / or ~/");

const secret = z
  .union(
    [
      z.strictObject({ file: path.describe("File that only you can read (mode 0600).") }),
      z.strictObject({
        variable: z
          .string()
          .regex(/^[A-Za-z_]\w*$/, "must be the name of a variable")
          .describe("Variable of the daemon's environment."),
      }),
    ],
    'must be { "file": PATH } or { "variable": NAME }; a secret does not belong into this file',
  )
  .describe("Where the secret is.");

const isLoopback = (url: URL) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);

/** Secrets and questions are sent there. */
const secureUrl = z.string("must be a string").refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}, "must be an https:// URL without a user name (http:// only for this machine)");

const slackId = (first: string, what: string) =>
  z.string("must be a string").regex(new RegExp(`^[${first}][A-Z0-9]{2,30}$`), `must be ${what}`);
const slack = z.strictObject({
  botToken: secret.describe("Token of the app's bot (xoxb-…)."),
  appToken: secret.describe("Token of the app for Socket Mode (xapp-…)."),
  channel: slackId("CGD", "the id of a channel, such as C0123456789"),
  team: slackId("T", "the id of the workspace, such as T0123456789"),
  approvers: z
    .array(slackId("UW", "the id of a member, such as U0123456789"), "must be a list")
    .min(1, "must name at least one member")
    .describe("Ids of the members who may answer."),
  apiUrl: secureUrl.default("https://slack.com/api/").describe("Address of Slack's Web API, for a proxy."),
});

export const channelsSchema = z
  .strictObject({
    slack: slack.optional().describe("Cards in a Slack channel, over Socket Mode."),
  })
  .prefault({})
  .describe("Ways to reach you when you are not at this machine.");

const clockTime = z.string("must be a string").regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

export const quietHours = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from !== to, { error: "must differ from `from`", path: ["to"] })
  .describe("Hours in which no channel sends anything, in the machine's time zone.");
