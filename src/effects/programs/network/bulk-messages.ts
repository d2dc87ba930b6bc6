/** Messages to many recipients: mailing lists, all logged-in users, messaging services. */
import { operands } from "../../model/arguments.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

/** Group addresses: `all@`, `everyone@`, `customers@`. */
const LISTS =
  /(?:^|[\s,;<=:])(?:all|all-?\w{1,20}|every(?:one|body)|staff|team|company|employees|users|customers|clients|subscribers|members|newsletter|announce\w{0,10}|investors|partners|press|list|\w{1,20}-(?:all|list|announce|users|team))@[\w.-]{3,100}/i;
const ADDRESS = /[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}/g;
const MANY = 3;

const MAILERS =
  "mail mailx s-nail mutt neomutt sendmail msmtp ssmtp swaks sendemail mpack esmtp nullmailer-inject exim exim4 postmulti mailsend mailsend-go aerc".split(
    " ",
  );
/** Subcommands that send a message through a service, by program. */
const SENDS: Readonly<Record<string, RegExp>> = {
  aws: / (?:ses|sesv2) send-(?:bulk\S{0,40}|templated-email|raw-email|custom\S{0,40})\b| sns publish(?:-batch)?\b(?!.{0,200}:sandbox)| pinpoint(?:-\S{1,30})? send-\S{1,40}| sesv2 send-email\b| ses send-email\b.{0,300}(?:CcAddresses|BccAddresses|,\S{1,60}@|file:\/\/)/,
  gcloud: / pubsub topics publish\b.{0,200}(?:prod|live)/,
  az: / communication (?:email|sms) send\b/,
  gh: /^ (?:issue|pr|discussion) (?:create|comment)\b.{0,300} (?:-R|--repo)[ =](?!\uFFFC)\S{1,100}\/.{0,300}(?:@\w{1,40}.{0,60}){3}/,
  slack: /^ (?:chat send|message send|chat post)/,
  "slack-cli": /^/,
  twilio: /messages:create|calls:create|email:send/,
  vonage: /^ (?:sms|messages|calls?|voice)/,
  sendgrid: / (?:send|mail)\b/,
  mailchimp: / (?:send|campaigns? send)\b/,
  mailgun: / (?:send|messages)\b/,
  "telegram-send": /^/,
  "telegram-cli": / -e .{0,40}(?:msg|broadcast)/,
  "signal-cli": / send\b/,
  wall: / \S/,
  write: /^ \S{1,40}(?: \S{1,20})?$/,
  msg: /^ \*/,
  "discord.sh": / --text/,
  toot: /^ (?:post|dm|reply)/,
  tweet: / \S/,
  t: /^ (?:update|dm|tweet)/,
  twurl: / -d .{0,200}(?:status|text)=/,
  "git-send-email": /^/,
  firebase: / (?:messaging|notifications):(?:send|campaigns)/,
  onesignal: / \S/,
  matterhorn: /^/,
  xmpp: / send/,
  sendxmpp: / \S/,
  gammu: / sendsms/,
  "gammu-smsd-inject": /^/,
  mmcli: / --(?:messaging-create-sms|send)/,
  termux: / sms-send/,
  "termux-sms-send": /^/,
};
/** One message to one recipient is normal, and `wall` and `write` stay on this machine. */
const LOCAL = new Set(["wall", "write"]);

const bulkMessages: Program = {
  names: [...new Set([...MAILERS, ...Object.keys(SENDS), "glab", "jira", "tea", "hub", "linear"])],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const found = toMany(invocation);
    return found === undefined
      ? []
      : [
          effectOf(invocation, {
            kind: "send",
            severity: "risky",
            what: found,
            instead: "show the user the message and its recipients, and ask them to send it",
          }),
        ];
  },
};

export default bulkMessages;

const ISSUES = /^(?:gh|glab|jira|tea|hub|linear)$/;
const ANSWERS =
  /^ (?:run cancel|(?:issues?|pr|mr|discussion|ticket) (?:comment|note|close|create|edit|delete|transfer|lock|reopen|merge|review|update|move|assign))\b/;

/** The numbers come from a list. */
function isFed({ through, moreArgs, args }: Invocation): boolean {
  return (
    moreArgs ||
    through.some((name) => name === "xargs" || name === "parallel") ||
    args.some(
      ({ known, source }) =>
        !known &&
        (/^["']?\$\{?[a-z]\w{0,10}\}?["']?$/.test(source) || /\$\(\s{0,4}(?:gh|glab|jira|cat|jq)\s/.test(source)),
    )
  );
}

function toMany(invocation: Invocation): string | undefined {
  const { program = "", through, input } = invocation;
  const line = lineOf(invocation).slice(0, 5000);
  if (!MAILERS.includes(program)) {
    if (ISSUES.test(program) && ANSWERS.test(line) && isFed(invocation))
      return "writes to, closes or changes many issues or pull requests at once";
    if (program === "wall" && through.includes("sudo") && input.kind !== "none")
      return "writes to everybody who is logged in";
    if (SENDS[program]?.test(line) !== true) return undefined;
    // Every logged-in user sees it; as root, also those who block messages.
    if (LOCAL.has(program))
      return through.includes("sudo") ||
        (program === "wall" && / (?:\S{1,40} ){1,40}\S/.test(line) && !/^ --/.test(line))
        ? "sends a message to all logged-in users"
        : undefined;
    return "sends messages to people";
  }
  if (LISTS.test(line)) return "sends mail to many recipients";
  if (operands(invocation).length > 0 && (line.match(ADDRESS) ?? []).length >= MANY)
    return "sends mail to many recipients";
  const listed =
    / (?:-b|-c|--bcc|--cc|--to)[ =]?["']?(?:@|\uFFFC)| --to[ =]\S{0,20}\uFFFC/.test(line) ||
    invocation.args.some(
      ({ source }) => /\$\((?:cat|<|cut|awk|jq|psql|mysql)/.test(source) && !/subject/i.test(source),
    );
  if (listed) return "sends mail to addresses from a list";
  // The addresses are in the mail itself.
  return /^(?:sendmail|msmtp|ssmtp|exim4?|esmtp)$/.test(program) &&
    / -\w{0,4}t(?:\s|$)/.test(line) &&
    input.kind === "file"
    ? "sends mail to all addresses in the file"
    : undefined;
}
