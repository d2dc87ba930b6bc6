import { checkDefences } from "../../support/without-defence.js";

const channels = (defence: string, file: string, find: string, replace: string) => ({
  defence,
  file: `src/daemon/channels/${file}.ts`,
  find,
  replace,
});

checkDefences({
  tests: [
    "test/daemon/channels/slack.test.ts",
    "test/daemon/channels/slack-daemon.test.ts",
    "test/daemon/channels/tickets.test.ts",
    "test/daemon/channels/ticket-route.test.ts",
  ],
  defences: [
    channels("listed members", "slack/clicks", `if (!approvers.includes(id))`, `if (false)`),
    channels("bots", "slack/clicks", `if (isBot)`, `if (false)`),
    channels("workspace", "slack/clicks", `if (teams[0] !== team || (teams[1] ?? team) !== team)`, `if (false)`),
    channels("old cards", "slack/index", `shown.ref !== click.ts ||`, `false ||`),
    channels("whole call", "running-channel", `!shown.card.isWhole && shown.card.isPending`, `false`),
    channels("two connections", "slack/sockets", `const CONNECTIONS = 2;`, `const CONNECTIONS = 1;`),
    channels("private secrets", "secrets", `(mode & 0o077) !== 0`, `false`),
    channels(
      "tickets",
      "tickets",
      `isSame(signature, signed(data, { ...about, id, verdict, expiresAt }, nonce))`,
      `isSame(signature, signed(data, { ...about, id, verdict, expiresAt }, nonce)) || nonce !== ""`,
    ),
    channels("tickets", "running-channel", `|| !known.tickets.includes(hash)`, ``),
    channels(
      "single use",
      "running-channel",
      `tickets: known.tickets.filter((one) => one !== hash)`,
      `tickets: known.tickets`,
    ),
    channels("expiry", "running-channel", `ticket.expiresAt <= this.#world.now() ||`, ``),
    channels("issued tickets", "running-channel", `|| !known.tickets.includes(hash)`, ``),
    {
      defence: "confirmed settings",
      file: "src/client/channel-consent.ts",
      find: `return false;`,
      replace: `return true;`,
    },
    {
      defence: "signed away",
      file: "src/client/away-file.ts",
      find: `if (!isSigned(data, "away", value))`,
      replace: `if (false)`,
    },
    {
      defence: "public address",
      file: "src/daemon/http/gate.ts",
      find: `isPublic ? undefined : grantFor(given, tokens)`,
      replace: `grantFor(given, tokens)`,
    },
    {
      defence: "ticket route",
      file: "src/daemon/http/server.ts",
      find: `if (grant === "ticket" && (request.method !== "POST" || request.url !== ANSWERS_PATH))`,
      replace: `if (false)`,
    },
  ],
});
