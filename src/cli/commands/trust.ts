import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { finding } from "../../core/errors.js";
import { approve, type Review, type ReviewItem, reviewPath } from "../../runtime/review.js";
import { TrustStore } from "../../sources/trust-store.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { matcherText, runText } from "../describe-hook.js";
import { SOURCE_OPTIONS } from "../inputs.js";
import { json, paint, printFindings, refuse, safe, table } from "../print.js";

const command: Command = {
  summary: "Review the hooks of a project and approve them; any later change needs a new approval.",
  usage: "[PATH] [--hash HASH] [--deny] [--revoke] [--list]",
  example: "snaphook trust .",
  options: {
    hash: {
      type: "string",
      value: "HASH",
      help: "Approve without asking, if this is what was reviewed. For scripts.",
    },
    deny: { type: "boolean", help: "Never run the hooks of PATH." },
    revoke: { type: "boolean", help: "Forget what was decided about PATH." },
    list: { type: "boolean", help: "List what was decided so far." },
    dialect: SOURCE_OPTIONS.dialect,
  },
  exits: { 1: "nothing was approved" },
  async run(call) {
    const store = new TrustStore(call.places.data);
    if (call.flags["list"]) return list(call, store);
    const path = resolve(call.cwd, call.args[0] ?? ".");
    const dialect = call.flags["dialect"] as string | undefined;
    const review = await reviewPath(path, call.places, dialect === undefined ? undefined : [dialect]);
    if (call.flags["revoke"] || call.flags["deny"]) return decideAgainst(call, store, review);
    const open = review.items.filter(({ source }) => source.state !== "trusted");
    if (review.items.length === 0 || review.findings.length > 0) {
      refuse(
        call,
        review.findings[0] ?? finding("TRUST_NOTHING", `no config of a project was found at ${path}`),
      );
      return MISUSE;
    }
    if (open.length === 0) {
      if (call.json)
        json(call, { approved: [], alreadyTrusted: review.items.map(({ source }) => source.path) });
      else call.out("Everything here is approved already.");
      return OK;
    }
    return decide(call, open);
  },
};

async function decide(call: Call, items: readonly ReviewItem[]): Promise<number> {
  const hash = call.flags["hash"] as string | undefined;
  const combined = combinedHash(items);
  if (!call.json) for (const item of items) call.out(describe(item));
  if (hash !== undefined && hash !== combined) {
    refuse(call, finding("TRUST_HASH_MISMATCH", `the hash of what is here is ${combined}`));
    return PROBLEMS;
  }
  if (hash === undefined && !(await agrees(call, combined))) return PROBLEMS;
  for (const item of items) {
    const problem = await approve(item, call.places);
    if (problem !== undefined) {
      refuse(call, problem);
      return PROBLEMS;
    }
  }
  const approved = items.map(({ source }) => source.path);
  if (call.json) json(call, { approved });
  else call.out(paint("green", `Approved ${approved.join(", ")}.`));
  return OK;
}

/** Only a person at a terminal can agree; anything else is told the hash to pass. */
async function agrees(call: Call, hash: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || call.json) {
    const problem = finding(
      "TRUST_NEEDS_PERSON",
      `nothing was approved; the hash of what is here is ${hash}`,
    );
    if (call.json) json(call, { approved: [], hash, error: problem });
    else printFindings(call, [problem]);
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question("Run these hooks from now on? Type yes to approve: ");
  prompt.close();
  return answer.trim().toLowerCase() === "yes";
}

function describe({ source, hooks, code, files, digest }: ReviewItem): string {
  const head = `${paint("bold", safe(source.path))}  ${source.dialect}, ${source.state}, hash ${digest.slice(0, 16)}`;
  if (code)
    return [
      head,
      "  Code: its hooks are known once it may run. It consists of:",
      ...files.map(({ path }) => `    ${safe(path)}`),
      "",
    ].join("\n");
  const rows = hooks.map((hook) => [
    `  ${hook.id}`,
    hook.event,
    matcherText(hook.match),
    hook.agents?.join(",") ?? "every agent",
    safe(runText(hook)),
  ]);
  return [head, table(rows), ""].join("\n");
}

function combinedHash(items: readonly ReviewItem[]): string {
  return items.length === 1 ? items[0]!.digest : items.map(({ digest }) => digest.slice(0, 16)).join("-");
}

function decideAgainst(call: Call, store: TrustStore, { items }: Review): number {
  const paths = items.map(({ source }) => source.path);
  const changed = paths.filter((path) => {
    if (call.flags["deny"]) store.deny(path);
    return call.flags["deny"] === true || store.forget(path);
  });
  if (call.json) json(call, { [call.flags["deny"] ? "denied" : "revoked"]: changed });
  else
    call.out(
      changed.length === 0
        ? "Nothing was decided about this yet."
        : `${call.flags["deny"] ? "Denied" : "Revoked"}: ${changed.join(", ")}`,
    );
  return OK;
}

function list(call: Call, store: TrustStore): number {
  const records = store.list();
  if (call.json) json(call, records);
  else if (records.length === 0) call.out("Nothing was decided yet.");
  else
    call.out(
      table(
        records.map(({ path, decision, at, digest }) => [
          decision === "allow" ? paint("green", "allow") : paint("red", "deny"),
          safe(path),
          at,
          digest.slice(0, 16),
        ]),
      ),
    );
  return OK;
}

export default command;
