/** `approve` and `deny`: a person's answer to a pending tool call. */
import { ask } from "../../client/daemon-control.js";
import { provePerson } from "../../client/person-proof.js";
import { finding } from "../../core/errors.js";
import type { Confirmed } from "../../core/ports.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { questionText } from "../output/live-view.js";
import { json, refuse } from "../output/print.js";

export type AskVerdict = "allow" | "deny";

export async function answerAsk(call: Call, verdict: AskVerdict): Promise<number> {
  const [id, ...more] = call.args;
  if (id === undefined || more.length > 0) {
    refuse(call, finding("USAGE", "give the id of a pending call; `snaphook status` lists them"));
    return MISUSE;
  }
  const found = await findAsk(call, id);
  if (found === undefined) return PROBLEMS;
  if (!call.json) call.out(questionText(found));
  // An agent must not approve its own call. Any caller may reject one.
  const consent = verdict === "deny" ? undefined : await call.person.confirm("approve it once");
  if (consent?.yes === false) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  const reply = await sendAnswer(call, found, verdict, consent?.by);
  if (reply.kind !== "ok") {
    const message = reply.kind === "refused" ? reply.message : "the daemon does not answer";
    refuse(call, finding("ASK_UNKNOWN", message));
    return PROBLEMS;
  }
  if (call.json) json(call, reply.body);
  else call.out(saidText(id, verdict));
  return OK;
}

/** `by`: the person who has agreed, without whom nothing is allowed. */
export function sendAnswer({ places }: Call, asked: JsonObject, verdict: AskVerdict, by?: Confirmed["by"]) {
  const [id, hash] = [String(asked["id"]), String(asked["hash"])];
  const proof = by === undefined ? {} : { proof: provePerson(places.data, { id, hash }, by) };
  return ask(places, { method: "POST", path: `/v1/asks/${id}`, body: { hash, verdict, ...proof } });
}

export function saidText(id: string, verdict: AskVerdict): string {
  return verdict === "allow" ? `Approved ${id} (once).` : `Rejected ${id}.`;
}

/** The open question whose reason bears the id of this decision, which is recorded once it is answered. */
export async function askOfDecision(call: Pick<Call, "places">, decision: string): Promise<JsonObject | undefined> {
  const reply = await ask(call.places, { path: "/v1/asks" });
  const bears = ({ reason }: JsonObject) => typeof reason === "string" && reason.includes(`snaphook why ${decision})`);
  return reply.kind === "ok" ? asksOf(reply.body).find(bears) : undefined;
}

function asksOf(body: JsonObject): JsonObject[] {
  return Array.isArray(body["asks"]) ? body["asks"].filter(isRecord) : [];
}

/** The whole of it; says so when there is none. */
export async function findAsk(call: Call, id: string): Promise<JsonObject | undefined> {
  const reply = await ask(call.places, { path: "/v1/asks" });
  if (reply.kind !== "ok") {
    refuse(call, finding("DAEMON_DOWN", "the daemon is not running, so no call is pending"));
    return undefined;
  }
  const found = asksOf(reply.body).find((one) => one["id"] === id);
  if (found === undefined) refuse(call, finding("ASK_UNKNOWN", `no pending call has the id ${id}`));
  return found;
}
