import { checkDefences } from "../support/without-defence.js";

const edit = (defence: string, file: string, find: string, replace: string) => ({
  defence,
  file: `src/${file}.ts`,
  find,
  replace,
});
const protocol = "client/protocol";
const connection = "daemon/calls/hook-connection";
const call = "daemon/calls/accept-call";

checkDefences({
  tests: ["test/daemon/frame-attacks.test.ts"],
  defences: [
    edit("frame numbers", protocol, `/^(?:0|[1-9]\\d{0,8})$/.test(word)`, `word !== ""`),
    edit("frame size", protocol, `if (size === undefined || size > BODY_LIMIT)`, `if (size === undefined)`),
    edit("line length", protocol, `if (end > LINE_LIMIT) return "malformed";`, ``),
    edit("line length", protocol, `return bytes.length > LINE_LIMIT ? "malformed" : undefined;`, `return undefined;`),
    edit(
      "head",
      protocol,
      `if (name !== "snaphook" || (ack !== "go" && ack !== "shut") || more.length > 0)`,
      `if (false)`,
    ),
    edit("protocol number", call, `if (client.protocol !== PROTOCOL)`, `if (false)`),
    edit("newer programs", call, `if (client.version === installedVersion(launcherPath(places.data)))`, `if (true)`),
    edit("list of agents", call, `if (lookUp(ADAPTERS, client.agent) === undefined)`, `if (false)`),
    edit("list of agents", call, `senderOf(client.agent, payload`, `senderOf("claude-code", payload`),
    edit("absolute folder", call, `if (!isAbsolute(client.cwd))`, `if (false)`),
    edit("same folder", call, `if (placeOf(client.cwd) !== client.place)`, `if (false)`),
    edit("same home", call, `return samePlaces(findPlaces(client.environment), places) ?`, `return true ?`),
    edit("order of frames", connection, `if (said.words[0] !== "piece") return { silence: true };`, ``),
    edit(
      "word to go",
      connection,
      `if (head.ack === "go" && (await reply(inbox, "go")) === undefined) return undefined;`,
      ``,
    ),
    edit("slow frames", connection, `const REPLY_MS = 5_000;`, `const REPLY_MS = 5_000_000;`),
  ],
});
