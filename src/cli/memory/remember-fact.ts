/** Stores a fact that a person or an agent states, for the command and for MCP clients. */
import { type Finding, finding } from "../../core/errors.js";
import type { MemoryRow } from "../../core/records/memory.js";
import { redactText } from "../../core/redact/text.js";
import { citeLine } from "../../daemon/memory/citations.js";
import { loadMemory } from "../../daemon/memory/settings.js";
import { insideOf, placeIn } from "../../daemon/memory/world.js";
import { ruleAddress } from "../../memory/index.js";
import type { Call } from "../command.js";
import { oneLine } from "../output/print.js";
import { checkoutHere, withMemory } from "./place.js";

const LONGEST = 600;
const SHORTEST = 5;

export interface StatedFact {
  readonly text: string;
  /** `FILE` or `FILE:LINE`. */
  readonly file?: unknown;
  /** The subject: a newer fact about it replaces this one. */
  readonly about?: unknown;
}

export async function rememberFact(
  call: Pick<Call, "cwd" | "places">,
  { text: said, file: named, about }: StatedFact,
  trust: "user" | "model",
): Promise<MemoryRow | Finding> {
  const text = redactText(said.trim());
  const here = checkoutHere(call);
  if ("code" in here) return here;
  if (text.length < SHORTEST || text.length > LONGEST)
    return finding("USAGE", `give the fact, with ${SHORTEST} to ${LONGEST} characters`);
  if (!loadMemory(call.places).settings.enabled)
    return finding("MEMORY_OFF", "memory is off; `snaphook memory enable` turns it on");
  const cited = cite(named, call.cwd, here.root);
  if (cited !== undefined && "problem" in cited) return finding("USAGE", cited.problem);
  const { git } = placeIn(here, call.places.home);
  const now = Date.now();
  return withMemory(call, (store) =>
    store.addMemory({
      scope: here.scope,
      type: "note",
      text,
      trust,
      importance: 7,
      address: ruleAddress(typeof about === "string" ? about : text),
      ...cited,
      ...(git === undefined ? {} : { place: git }),
      createdAt: now,
      verifiedAt: now,
    }),
  );
}

function cite(
  named: unknown,
  cwd: string,
  root: string,
): Pick<MemoryRow, "file" | "cites"> | { readonly problem: string } | undefined {
  if (typeof named !== "string") return undefined;
  const [, path = named, number] = /^(.*?):(\d+)$/.exec(named) ?? [];
  const file = insideOf(root, path.startsWith("/") ? path : `${cwd}/${path}`);
  const found =
    file === undefined ? undefined : citeLine(root, file, number === undefined ? undefined : Number(number));
  if (file === undefined || found === undefined)
    return { problem: `"${oneLine(named)}" is not a line of a plain file in this repository` };
  return { file, cites: [found] };
}
