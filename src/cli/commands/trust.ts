import { resolve } from "node:path";
import { finding } from "../../core/errors.js";
import { approve, combinedHash, type ReviewItem, reviewPath } from "../../runtime/plan/review.js";
import { TrustStore } from "../../sources/trust/trust-store.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { changeLines, reviewText } from "../human/describe-review.js";
import { DIALECT_OPTION } from "../human/reject-source.js";
import { json, paint, printFindings, refuse, safe, safeName } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { dayAndTime } from "../output/times.js";

const command: Command = {
  group: "Approvals",
  summary: "Review and approve a project's hooks.",
  usage: "[PATH] [--hash HASH] [--prompt-only] [--diff] [--list]",
  example: "snaphook trust .",
  arguments: [{ kind: "folder" }],
  options: {
    hash: {
      type: "string",
      value: "HASH",
      help: "Hash that was reviewed; approves without asking. For scripts.",
    },
    "prompt-only": { type: "boolean", help: "Approval for hooks of type `prompt` only." },
    diff: { type: "boolean", help: "Changes since the last approval; nothing is approved." },
    list: { type: "boolean", help: "List of all decisions." },
    ...DIALECT_OPTION,
  },
  loosens: ({ flags }) => (flags["hash"] === undefined ? undefined : "no agent"),
  exits: { 1: "nothing was approved, the decision could not be saved, or it needs a person" },
  async run(call) {
    const store = new TrustStore(call.places.data);
    if (call.flags["list"]) return list(call, store);
    const path = resolve(call.cwd, call.args[0] ?? ".");
    const dialect = (call.flags["dialect"] as string | undefined) ?? dialectOf(path);
    const review = await reviewPath(path, call.places, dialect === undefined ? undefined : [dialect]);
    if (review.items.length === 0) {
      refuse(call, review.findings[0] ?? finding("TRUST_NOTHING", `no config of a project was found at ${path}`));
      return MISUSE;
    }
    printFindings(call, review.findings);
    if (call.flags["diff"]) return showChanges(call, review.items);
    const open = review.items.filter(({ source }) => source.state !== "trusted");
    if (open.length > 0) return decide(call, open);
    if (call.json) json(call, { approved: [], alreadyTrusted: review.items.map(({ source }) => source.path) });
    else call.out("Everything here is approved already.");
    return OK;
  },
};

/** A project's thread templates are only read where they are asked for. */
function dialectOf(path: string): string | undefined {
  return /[\\/]\.snaphook[\\/]threads[\\/][^\\/]+$/.test(path) ? "cortex" : undefined;
}

async function decide(call: Call, items: readonly ReviewItem[]): Promise<number> {
  const hash = call.flags["hash"] as string | undefined;
  const combined = combinedHash(items);
  if (!call.json) for (const item of items) call.out(reviewText(item));
  if (hash !== undefined && hash !== combined) {
    refuse(call, finding("TRUST_HASH_MISMATCH", `the hash of what is here is ${combined}`));
    return PROBLEMS;
  }
  if (hash === undefined && !(await agrees(call, combined, items))) return PROBLEMS;
  for (const item of items) {
    const problem = await approve(item, call.places, call.flags["prompt-only"] === true);
    if (problem !== undefined) {
      refuse(call, problem);
      return PROBLEMS;
    }
  }
  const approved = items.map(({ source }) => source.path);
  if (call.json) json(call, { approved });
  else call.out(paint("green", `Approved ${safe(approved.join(", "))}.`));
  return OK;
}

/** Only a user at a terminal can agree; other callers get the hash to pass. */
async function agrees(call: Call, hash: string, items: readonly ReviewItem[]): Promise<boolean> {
  const consent = await call.person.confirm("run these hooks from now on");
  if (consent.yes) return true;
  const { why } = consent;
  const problem =
    why.code === "HUMAN_ONLY_TERMINAL"
      ? finding("TRUST_NEEDS_PERSON", `nothing was approved; the hash of what is here is ${hash}`)
      : why;
  const notCovered = items.flatMap((item) => item.notCovered);
  const tools = items.flatMap((item) => item.tools);
  if (call.json) json(call, { approved: [], hash, notCovered, tools, error: problem });
  else printFindings(call, [problem]);
  return false;
}

function showChanges(call: Call, items: readonly ReviewItem[]): number {
  const changed = items.filter(({ changes }) => changes.length > 0);
  if (call.json)
    json(
      call,
      changed.map(({ source, changes }) => ({ path: source.path, changes })),
    );
  else if (items.every(({ record }) => record === undefined))
    call.out("Nothing here was approved yet; `snaphook trust` shows what would run.");
  else if (changed.length === 0) call.out("Nothing has changed since the last approval.");
  else
    for (const { source, changes } of changed)
      call.out([paint("bold", safeName(source.path)), ...changes.flatMap(changeLines)].join("\n"));
  return OK;
}

const COLUMNS: readonly Column[] = [
  { head: "decision" },
  { head: "file", narrow: "cut-path", min: 30 },
  { head: "decided" },
  { head: "hashes", drop: 1, narrow: "wrap" },
];

function list(call: Call, store: TrustStore): number {
  const records = store.list();
  if (call.json) json(call, records);
  else if (records.length === 0) call.out("Nothing was decided yet.");
  else
    call.out(
      table(
        COLUMNS,
        records.map(({ path, decision, at, versions, promptOnly }) => [
          decision === "allow" ? paint("green", promptOnly ? "prompt-only" : "allow") : paint("red", "deny"),
          safeName(path),
          dayAndTime(Date.parse(at)),
          versions.map(({ digest }) => digest.slice(0, 16)).join(" "),
        ]),
      ),
    );
  return OK;
}

export default command;
