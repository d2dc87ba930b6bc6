/** Saves the agent's last response (BI-A5). */
import { join } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { redactStart } from "../core/redact/excerpt.js";
import { writePrivateFile } from "../disk/files.js";
import { plainName } from "./_shared/calls/tool-call.js";

const MOST_CHARACTERS = 200_000;

const lastResponse: Builtin = {
  name: "last-response",
  summary: "Saves the agent's last response of each session in a file when it stops.",
  from: "arawn",
  example: { event: "Stop", builtin: "last-response" },
  events: ["Stop"],
  match: {},
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make({ state }, _options, { now }) {
    return (payload) => {
      const { last_assistant_message: said, session_id: session } = payload;
      if (typeof said !== "string" || said === "") return undefined;
      const kept = { session, at: new Date(now()).toISOString(), response: redactStart(said, MOST_CHARACTERS) };
      const file = join(state, "last-response", `${plainName(session)}.json`);
      writePrivateFile(file, `${JSON.stringify(kept)}\n`);
      return undefined;
    };
  },
};

export default lastResponse;
