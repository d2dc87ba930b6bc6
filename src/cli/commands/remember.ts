import { finding } from "../../core/errors.js";
import type { MemoryRow } from "../../core/records/memory.js";
import { redactText } from "../../core/redact/text.js";
import { citeLine } from "../../daemon/memory/citations.js";
import { loadMemory } from "../../daemon/memory/settings.js";
import { insideOf, placeIn } from "../../daemon/memory/world.js";
import { ruleAddress } from "../../memory/index.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { refusingUnusable } from "../input/read-store.js";
import { checkoutHere, withMemory } from "../memory/place.js";
import { json, oneLine, refuse } from "../output/print.js";

const LONGEST = 600;
const SHORTEST = 5;

const command: Command = {
  group: "Live and history",
  summary: "Remember a fact about this project.",
  usage: "TEXT [--file FILE[:LINE]] [--about SUBJECT]",
  example: 'snaphook remember "integration tests need Redis" --file docker-compose.yml:12',
  arguments: [{ kind: "text", many: true }],
  exits: { 1: "memory is off, or the store is not usable" },
  options: {
    file: {
      type: "string",
      value: "FILE[:LINE]",
      kind: "file",
      help: "File it is about. With a line: shown only while that line is in the file.",
    },
    about: {
      type: "string",
      value: "SUBJECT",
      help: "Subject: a newer fact about it replaces this one (default: from the text).",
    },
  },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const text = redactText(call.args.join(" ").trim());
  const here = checkoutHere(call);
  if ("code" in here) {
    refuse(call, here);
    return MISUSE;
  }
  if (text.length < SHORTEST || text.length > LONGEST) {
    refuse(call, finding("USAGE", `give the fact, with ${SHORTEST} to ${LONGEST} characters`));
    return MISUSE;
  }
  if (!loadMemory(call.places).settings.enabled) {
    refuse(call, finding("MEMORY_OFF", "memory is off; `snaphook memory enable` turns it on"));
    return PROBLEMS;
  }
  const cited = cite(call, here.root);
  if (cited !== undefined && "problem" in cited) {
    refuse(call, finding("USAGE", cited.problem));
    return MISUSE;
  }
  const subject = call.flags["about"];
  const { git } = placeIn(here);
  const now = Date.now();
  // Only what is known to come from a person counts as the user's word.
  const trust = (await call.person.isPerson()).yes ? "user" : "model";
  const row = await withMemory(call, (store) =>
    store.addMemory({
      scope: here.scope,
      type: "note",
      text,
      trust,
      importance: 7,
      address: ruleAddress(typeof subject === "string" ? subject : text),
      ...cited,
      ...(git === undefined ? {} : { place: git }),
      createdAt: now,
      verifiedAt: now,
    }),
  );
  if (call.json) json(call, row);
  else
    call.out(
      `Remembered ${row.id}: ${oneLine(row.text)}${trust === "user" ? "" : " (not known to be from a person, so agents are not given it automatically)"}`,
    );
  return OK;
}

function cite(
  { flags, cwd }: Call,
  root: string,
): Pick<MemoryRow, "file" | "cites"> | { readonly problem: string } | undefined {
  const said = flags["file"];
  if (typeof said !== "string") return undefined;
  const [, path = said, number] = /^(.*?):(\d+)$/.exec(said) ?? [];
  const file = insideOf(root, path.startsWith("/") ? path : `${cwd}/${path}`);
  const found =
    file === undefined ? undefined : citeLine(root, file, number === undefined ? undefined : Number(number));
  if (file === undefined || found === undefined)
    return { problem: `"${oneLine(said)}" is not a line of a plain file in this repository` };
  return { file, cites: [found] };
}

export default command;
