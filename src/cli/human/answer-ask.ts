/** `approve`, `deny` and `revoke`: a person's answer to a pending tool call. */
import { ask } from "../../client/daemon-control.js";
import type { DaemonReply } from "../../client/daemon-http.js";
import { provePerson } from "../../client/person-proof.js";
import { type Finding, finding } from "../../core/errors.js";
import type { Confirmed } from "../../core/ports.js";
import type { AskScope } from "../../core/records/records.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { stateLine } from "../output/ask-lines.js";
import { questionText } from "../output/live-view.js";
import { json, refuse, safe } from "../output/print.js";
import type { OfferedRule } from "./offered-rules.js";

export type AskVerdict = "allow" | "deny";

export async function answerAsk(call: Call, verdict: AskVerdict): Promise<number> {
  const found = await askNamed(call);
  if (typeof found === "number") return found;
  if (!call.json) call.out(questionText(found));
  if (verdict === "allow" && found["kind"] === "question") {
    refuse(call, finding("ASK_UNFIT", `a question needs an answer: snaphook answer ${found["id"]}`));
    return PROBLEMS;
  }
  const locked = verdict === "allow" ? await whyNoCode(call, found) : undefined;
  if (locked !== undefined) {
    refuse(call, locked);
    return PROBLEMS;
  }
  const offered = verdict === "allow" && !call.json ? await offeredTo(call, found) : undefined;
  const scope = verdict === "allow" && call.flags["again"] === true ? "again" : undefined;
  // An agent must not approve its own call. Any caller may reject one.
  const consent = verdict === "deny" ? undefined : await call.person.confirm(CONFIRMED[scope ?? "once"]);
  if (consent?.yes === false) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  const reason = call.flags["reason"];
  const said = verdict === "deny" && typeof reason === "string" ? { reason } : {};
  const reply = await sendAnswer(call, found, verdict, consent?.by, { ...said, ...(scope ? { scope } : {}) });
  const code = report(call, reply, (body) => saidText(String(found["id"]), verdict, body, scope));
  if (code === OK && offered !== undefined && scope === undefined)
    await (await loadRules()).offerAfterThree(call, found, offered);
  return code;
}

/** Why a typed code does not approve this; undefined if it does. */
export async function whyNoCode({ places }: Pick<Call, "places">, asked: JsonObject): Promise<Finding | undefined> {
  if (asked["seenInPart"]) return finding("ASK_UNSEEN", "not all of it is known here; nothing was approved");
  const reply = await ask(places, { path: "/v1/status" });
  if (reply.kind !== "ok" || reply.body["allowWith"] !== "passkey") return undefined;
  return finding("PASSKEY_REQUIRED", "only a passkey approves on this installation; nothing was approved");
}

const loadRules = () => import("./approve-rule.js");

/** Prints the rules that fit, for a person who can make one. */
async function offeredTo(call: Call, asked: JsonObject): Promise<readonly OfferedRule[]> {
  if (!(await call.person.isPerson()).yes) return [];
  const [{ rulesText }, { offeredRules }] = await Promise.all([loadRules(), import("./offered-rules.js")]);
  const offered = await offeredRules(call, asked).catch(() => []);
  if (offered.length > 0) call.out(rulesText(String(asked["id"]), offered));
  return offered;
}

const CONFIRMED = {
  once: "approve it once",
  again: "approve this exact call in this session for 60 minutes",
} as const;

/** Takes back an answer that no call has used yet. */
export async function revokeAnswer(call: Call): Promise<number> {
  const found = await askNamed(call);
  if (typeof found === "number") return found;
  if (!call.json) call.out(questionText(found));
  // Without the denial the call may be approved: that is for a person.
  const consent = found["verdict"] === "deny" ? await call.person.confirm("revoke the denial") : undefined;
  if (consent?.yes === false) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  const { id, hash, proof } = proofFor(call, found, consent?.by);
  const reply = await ask(call.places, { method: "POST", path: `/v1/asks/${id}/revoke`, body: { hash, ...proof } });
  return report(call, reply, () => `The answer to ${id} was revoked.`);
}

/** The question that the arguments name, or the exit code. */
export async function askNamed(call: Call): Promise<JsonObject | number> {
  const [id, ...more] = call.args;
  if (id === undefined || more.length > 0) {
    refuse(call, finding("USAGE", "give the id of a pending call; `snaphook asks` lists them"));
    return MISUSE;
  }
  return (await findAsk(call, id)) ?? PROBLEMS;
}

export function report(call: Call, reply: DaemonReply, text: (body: JsonObject) => string): number {
  if (reply.kind !== "ok") {
    const message = reply.kind === "refused" ? reply.message : "the daemon does not answer";
    const isUnfit = reply.kind === "refused" && reply.code === "ASK_UNFIT";
    refuse(call, finding(isUnfit ? "ASK_UNFIT" : "ASK_UNKNOWN", message));
    return PROBLEMS;
  }
  if (call.json) json(call, reply.body);
  else call.out(text(reply.body));
  return OK;
}

/** `by`: the person who has agreed, without whom nothing is allowed. */
export function sendAnswer(
  call: Call,
  asked: JsonObject,
  verdict: AskVerdict,
  by?: Confirmed["by"],
  said: { readonly scope?: AskScope; readonly answers?: unknown; readonly reason?: string } = {},
) {
  const { id, hash, proof } = proofFor(call, asked, by, said);
  const body = { hash, verdict, ...proof, ...said };
  return ask(call.places, { method: "POST", path: `/v1/asks/${id}`, body });
}

function proofFor(
  { places }: Call,
  asked: JsonObject,
  by?: Confirmed["by"],
  { scope, answers }: { readonly scope?: AskScope; readonly answers?: unknown } = {},
) {
  const [id, hash] = [String(asked["id"]), String(asked["hash"])];
  const proven = { id, hash, ...(scope === undefined ? {} : { scope }), ...(answers === undefined ? {} : { answers }) };
  return { id, hash, proof: by === undefined ? {} : { proof: provePerson(places.data, proven, by) } };
}

export function saidText(id: string, verdict: AskVerdict, { outcome }: JsonObject = {}, scope?: AskScope): string {
  if (scope === "again")
    return `Approved ${id}, and the same call in this session for 60 minutes. \`snaphook revoke ${id}\` ends it.`;
  const what = verdict === "allow" ? `Approved ${id} (once).` : `Rejected ${id}.`;
  return outcome === "kept"
    ? `${what} The agent no longer waits: the same call gets this answer if it is made again.`
    : what;
}

/** The open question whose reason bears the id of this decision, which is recorded once it is answered. */
export async function askOfDecision(call: Pick<Call, "places">, decision: string): Promise<JsonObject | undefined> {
  const reply = await ask(call.places, { path: "/v1/asks" });
  const bears = ({ reason }: JsonObject) => typeof reason === "string" && reason.includes(`snaphook why ${decision})`);
  return reply.kind === "ok" ? asksOf(reply.body).find(bears) : undefined;
}

export function asksOf(body: JsonObject): JsonObject[] {
  return Array.isArray(body["asks"]) ? body["asks"].filter(isRecord) : [];
}

/** Shorter beginnings of an id would fit by chance. */
const SHORTEST = 4;

/** Those that people mean by an id or its beginning. */
export function asksNamed(asks: readonly JsonObject[], id: string): JsonObject[] {
  const exact = asks.filter((one) => one["id"] === id);
  if (exact.length > 0 || id.length < SHORTEST) return exact;
  return asks.filter((one) => String(one["id"]).startsWith(id));
}

export function matchesSeveral(id: string, fitting: readonly JsonObject[]): Finding {
  return finding("USAGE", `"${safe(id)}" matches several calls: ${fitting.map((one) => one["id"]).join(", ")}`);
}

/** The whole of it, by its id or the beginning of it; says so when there is none. */
export async function findAsk(call: Call, id: string): Promise<JsonObject | undefined> {
  const reply = await ask(call.places, { path: "/v1/asks?state=pending" });
  if (reply.kind !== "ok") {
    refuse(call, finding("DAEMON_DOWN", "the daemon is not running, so no call can be answered"));
    return undefined;
  }
  const [found, ...others] = asksNamed(asksOf(reply.body), id);
  if (found === undefined) refuse(call, finding("ASK_UNKNOWN", await whyNotPending(call, id)));
  else if (others.length > 0) refuse(call, matchesSeveral(id, [found, ...others]));
  return others.length > 0 ? undefined : found;
}

/** The first answer stands. A later one is refused with what became of the question. */
async function whyNotPending({ places }: Call, id: string): Promise<string> {
  const reply = await ask(places, { path: "/v1/asks?state=all" });
  const [ended, ...others] = reply.kind === "ok" ? asksNamed(asksOf(reply.body), id) : [];
  return ended === undefined || others.length > 0
    ? `no pending call has the id ${safe(id)}`
    : `${ended["id"]} has ended: ${stateLine(ended)}`;
}
