/** `approve` and `deny`: a person's answer to a question that an agent could not ask. */
import { finding } from "../core/errors.js";
import { type Call, MISUSE, OK, PROBLEMS } from "./command.js";
import { control, refuseWithoutDaemon } from "./daemon-control.js";
import { json, refuse } from "./print.js";

export async function answerAsk(call: Call, verdict: "allow" | "deny"): Promise<number> {
  const [id, ...more] = call.args;
  if (id === undefined || more.length > 0 || !/^[\w-]+$/.test(id)) {
    refuse(call, finding("USAGE", "name one question; `snaphook status` lists them"));
    return MISUSE;
  }
  // An agent must not answer its own question.
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    refuse(call, finding("ASK_NEEDS_PERSON", "a question is answered by a person, in a terminal"));
    return MISUSE;
  }
  const reply = await control(call, "POST", `/v1/asks/${id}`, { verdict });
  if (reply === undefined) {
    refuseWithoutDaemon(call);
    return PROBLEMS;
  }
  if (reply.status !== 200) {
    refuse(call, finding("ASK_UNKNOWN", `there is no open question ${id}`));
    return PROBLEMS;
  }
  if (call.json) json(call, reply.body);
  else call.out(verdict === "allow" ? `${id} was allowed, once.` : `${id} was denied.`);
  return OK;
}
