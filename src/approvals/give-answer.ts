/** A person answers a question, or takes an answer back. */
import type { AskAnswerer } from "../core/records/records.js";
import { redactText } from "../core/redact/text.js";
import { CHANNELS } from "./channels/_registry.js";
import type { ProvenAsk } from "./channels/contract.js";
import { answersFor, changedPlan } from "./check-answer.js";
import type { Entries } from "./entries.js";
import type { AnswerOutcome, GivenAnswer } from "./outcomes.js";
import type { OpenAsk, QueuePorts } from "./ports.js";
import type { Answer } from "./transitions.js";

export async function giveAnswer(
  entries: Entries,
  ports: QueuePorts,
  id: string,
  { hash, verdict, scope, proof, said, answers }: GivenAnswer,
): Promise<AnswerOutcome> {
  entries.forgetOld();
  const entry = entries.get(id);
  if (entry === undefined) return whyOver(entries, ports, id);
  const { ask } = entry;
  if (ask.hash !== hash) return { outcome: "other call" };
  if (verdict === "allow" && ask.seenInPart) return { outcome: "unseen" };
  const checked = answersFor(ask, verdict, answers);
  if ("problem" in checked) return { outcome: "unfit", problem: checked.problem };
  const proven = { id, hash, ...(scope === undefined ? {} : { scope }), ...(answers === undefined ? {} : { answers }) };
  const person = identify(proven, proof, ports);
  if (verdict === "allow" && person === undefined) return { outcome: "unproven" };
  if (verdict === "allow" && ports.needsPasskey && person?.method !== "passkey") return { outcome: "needs passkey" };
  const by = person ?? { channel: "terminal", user: ports.owner, method: "command" };
  const lasting = scope === undefined ? undefined : whyNotLasting(ask, verdict, by);
  if (lasting !== undefined) return { outcome: "unfit", problem: lasting };
  const shown = verdict === "allow" && entry.asked ? changedPlan(entry.asked, ask, ports.hash) : undefined;
  if (shown !== undefined) {
    await entries.change(entry, { to: "shown again", shown });
    return { outcome: "changed" };
  }
  const answer: Answer = {
    verdict,
    by,
    ...checked,
    ...(scope === undefined ? {} : { scope }),
    ...(said === undefined ? {} : { said: redactText(said) }),
  };
  const usedBy = entry.call === undefined ? {} : { usedBy: entry.call };
  const committed = await entries.change(entry, { to: "answered", answer, ...usedBy });
  if (committed === "no") return { outcome: "over", row: entry.ask };
  if (committed === "failed" && verdict === "allow") return { outcome: "unstored" };
  // A denial that could not be stored counts all the same.
  const answered = { ...entry.ask, ...answer };
  const outcome = entry.release === undefined ? "kept" : "answered";
  entry.release?.({ kind: "answered", ask: answered });
  return { outcome, ask: answered };
}

/** Takes back an answer that no call has used yet. To take back a denial needs the proof of a person. */
export async function revokeAnswer(
  entries: Entries,
  ports: QueuePorts,
  id: string,
  { hash, proof }: Pick<GivenAnswer, "hash" | "proof">,
): Promise<AnswerOutcome> {
  entries.forgetOld();
  const entry = entries.get(id);
  if (entry === undefined) return whyOver(entries, ports, id);
  if (entry.ask.hash !== hash) return { outcome: "other call" };
  if (entry.ask.verdict === "deny" && identify({ id, hash }, proof, ports) === undefined)
    return { outcome: "unproven" };
  const committed = await entries.change(entry, { to: "revoked" });
  if (committed === "no") return { outcome: "over", row: entry.ask };
  return committed === "yes" ? { outcome: "answered", ask: entry.ask } : { outcome: "unstored" };
}

/** More than one call is approved only by the code that a person types in their terminal, or by a passkey. */
function whyNotLasting({ kind }: OpenAsk, verdict: "allow" | "deny", by: AskAnswerer): string | undefined {
  if (verdict !== "allow" || (kind ?? "permission") !== "permission") return "only a call can be approved for longer";
  const isProof = (by.channel === "terminal" && by.method === "typed code") || by.method === "passkey";
  return isProof ? undefined : "only the terminal and the local page approve for longer";
}

async function whyOver(entries: Entries, { store }: QueuePorts, id: string): Promise<AnswerOutcome> {
  const page = await entries.limited(store.asks({ id }).catch(() => undefined));
  const row = page?.rows[0];
  return row === undefined ? { outcome: "unknown" } : { outcome: "over", row };
}

function identify(ask: ProvenAsk, proof: unknown, { means }: QueuePorts) {
  for (const channel of Object.values(CHANNELS)) {
    const by = channel.identify?.(ask, proof, means);
    if (by !== undefined) return by;
  }
  return undefined;
}
