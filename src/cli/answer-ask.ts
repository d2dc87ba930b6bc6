/** `approve` and `deny`: a person's answer to a question that an agent could not ask. */
import { createInterface } from "node:readline/promises";
import { ask } from "../client/daemon-control.js";
import { finding } from "../core/errors.js";
import { isRecord, type JsonObject } from "../core/json.js";
import { randomName } from "../disk/digest.js";
import { type Call, MISUSE, OK, PROBLEMS } from "./command.js";
import { askText } from "./live-view.js";
import { json, refuse } from "./print.js";

export type AskVerdict = "allow" | "deny";

export async function answerAsk(call: Call, verdict: AskVerdict): Promise<number> {
  const [id, ...more] = call.args;
  if (id === undefined || more.length > 0) {
    refuse(call, finding("USAGE", "name one question; `snaphook status` lists them"));
    return MISUSE;
  }
  // An agent must not answer its own question.
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    refuse(call, finding("ASK_NEEDS_PERSON", "a question is answered by a person, in a terminal"));
    return MISUSE;
  }
  const found = await findAsk(call, id);
  if (found === undefined) return PROBLEMS;
  call.out(askText(found));
  if (verdict === "allow" && !(await typesTheCode())) {
    call.out("Nothing was answered.");
    return PROBLEMS;
  }
  const reply = await sendAnswer(call, found, verdict);
  if (reply.kind !== "ok") {
    const message = reply.kind === "refused" ? reply.message : "the daemon does not answer";
    refuse(call, finding("ASK_UNKNOWN", message));
    return PROBLEMS;
  }
  if (call.json) json(call, reply.body);
  else call.out(saidText(id, verdict));
  return OK;
}

export function sendAnswer(call: Call, { id, hash }: JsonObject, verdict: AskVerdict) {
  return ask(call.places, { method: "POST", path: `/v1/asks/${String(id)}`, body: { hash, verdict } });
}

export function saidText(id: string, verdict: AskVerdict): string {
  return verdict === "allow" ? `${id} was allowed, once.` : `${id} was denied.`;
}

async function findAsk(call: Call, id: string): Promise<JsonObject | undefined> {
  const reply = await ask(call.places, { path: "/v1/asks" });
  if (reply.kind !== "ok") {
    refuse(call, finding("DAEMON_DOWN", "no daemon answers, so no question is held open"));
    return undefined;
  }
  const open = Array.isArray(reply.body["asks"]) ? reply.body["asks"].filter(isRecord) : [];
  const found = open.find((one) => one["id"] === id);
  if (found === undefined) refuse(call, finding("ASK_UNKNOWN", `there is no open question ${id}`));
  return found;
}

/** What nobody could have prepared: something that is only on this screen. */
async function typesTheCode(): Promise<boolean> {
  const code = randomName(2);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`Type ${code} to let it run once: `)).trim() === code;
  } catch {
    return false; // the terminal was closed
  } finally {
    terminal.close();
  }
}
