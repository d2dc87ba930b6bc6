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
const topic = z.string("must be a string").regex(/^[-\w]{1,64}$/, "must be 1 to 64 letters, digits, - and _");
const approve = (text: string) => z.boolean("must be true or false").default(false).describe(text);

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

const ntfy = z
  .strictObject({
    server: secureUrl.default("https://ntfy.sh").describe("Address of the ntfy server."),
    topic: topic.describe("Topic that the phone subscribes to. Everybody who knows it can read the cards."),
    answerTopic: topic.optional().describe("Second topic, to which the phone sends answers. Absent: no buttons."),
    token: secret.optional(),
    approve: approve("Offer to approve, to everybody who can read the topic."),
  })
  .refine(({ topic: one, answerTopic }) => one !== answerTopic, {
    error: "must differ from `topic`",
    path: ["answerTopic"],
  });

const webhook = z.strictObject({
  url: secureUrl.describe("Address that gets each question by POST."),
  secret: secret.describe("Key of the signature, at least 16 characters."),
  approve: approve("Send tickets that approve, not only tickets that deny."),
});

export const channelsSchema = z
  .strictObject({
    slack: slack.optional().describe("Cards in a Slack channel, over Socket Mode."),
    ntfy: ntfy.optional().describe("Notifications on a phone."),
    webhook: webhook.optional().describe("Signed requests to a program of yours."),
  })
  .prefault({})
  .describe("Ways to reach you when you are not at this machine.");

const clockTime = z.string("must be a string").regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

export const quietHours = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from !== to, { error: "must differ from `from`", path: ["to"] })
  .describe("Hours in which no channel sends anything, in the machine's time zone.");

export const publicUrl = z
  .string("must be a string")
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, pathname, search, hash, username } = new URL(text);
    return protocol === "https:" && pathname === "/" && search === "" && hash === "" && username === "";
  }, "must be an https:// URL without a path")
  .describe("Address at which your own proxy leads to the daemon. Only answers with a ticket are accepted there.");
