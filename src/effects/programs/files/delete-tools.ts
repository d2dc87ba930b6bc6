/** Tools that delete as `rm` does: from npm, from desktops, and those that look for what they delete. */
import { operands } from "../../model/arguments.js";
import { equivalentProgram, literal } from "../../model/equivalent-program.js";
import type { Invocation, Reading, Word } from "../../model/invocation.js";
import { asksForHelp } from "../../model/rules.js";
import type { Program } from "../contract.js";

interface Tool {
  /** Words before the names of what is deleted: `gio trash`. */
  readonly after?: readonly string[];
  readonly taking?: readonly string[];
  /** Options that name the folder in which it looks for what it deletes. */
  readonly folder?: readonly string[];
  /** It deletes what it finds only with one of these. */
  readonly needs?: RegExp;
  readonly dry?: RegExp;
}

const TREE: Tool = {};

const TOOLS: Readonly<Record<string, Tool>> = {
  rimraf: { taking: ["--tmp", "--backoff", "--max-retries", "--retry-delay"] },
  "del-cli": { dry: /^(?:-d|--dry-run)$/ },
  del: { dry: /^(?:-d|--dry-run)$/ },
  "delete-empty": { dry: /^(?:-d|--dryRun)$/ },
  premove: TREE,
  "rm-rf": TREE,
  "fs-extra": { after: ["remove"] },
  trash: TREE,
  "trash-cli": TREE,
  "trash-put": TREE,
  "trash-rm": TREE,
  "empty-trash": TREE,
  rip: TREE,
  gomi: TREE,
  "rm-improved": TREE,
  saferm: TREE,
  "safe-rm": TREE,
  gio: { after: ["trash"] },
  kioclient: { after: ["remove"] },
  kioclient5: { after: ["remove"] },
  fdupes: { needs: /^(?:-[a-zA-Z]*d[a-zA-Z]*|--delete)$/ },
  jdupes: { needs: /^(?:-[a-zA-Z]*d[a-zA-Z]*|--delete)$/ },
  rmlint: { needs: /^(?:-c|--cmd|-o)$/ },
  bleachbit: { needs: /^(?:-[a-z]*c|--clean|-s|--shred)$/ },
  npkill: { folder: ["-d", "--directory"], needs: /^(?:-D|--delete-all|-y)$/ },
  kondo: { needs: /^(?:-a|--all|-q)$/ },
  "cargo-sweep": { after: ["sweep"] },
  tmpwatch: { taking: ["-x", "-X", "--exclude"] },
  tmpreaper: { taking: ["--protect"] },
};
/** Unlinks one file at a time. */
const FILES = new Set(["delete-empty", "fdupes", "jdupes", "tmpwatch", "tmpreaper"]);
const NOTHING: Reading = { invocations: [], unclear: [] };

const deleteTools: Program = {
  names: Object.keys(TOOLS),
  effects: () => [],
  further(invocation) {
    const { program = "", args } = invocation;
    const tool = TOOLS[program] ?? TREE;
    if (
      asksForHelp(invocation) ||
      args.some(({ text }) => tool.dry?.test(text) || (tool.dry === undefined && text === "--dry-run"))
    )
      return NOTHING;
    if (tool.needs !== undefined && !args.some(({ text }) => tool.needs!.test(text))) return NOTHING;
    const words = targets(invocation, tool);
    if (words === undefined || (words.length === 0 && !invocation.moreArgs)) return NOTHING;
    const flags = FILES.has(program) ? "-f" : "-rf";
    const { cwd, through, runs, words: line, moreArgs, input } = invocation;
    const rm = equivalentProgram("rm", [flags, "--", ...words], { cwd, through, runs, words: line });
    return { invocations: [{ ...rm, moreArgs, input }], unclear: [] };
  },
};

export default deleteTools;

function targets(invocation: Invocation, { after = [], taking = [], folder }: Tool): Word[] | undefined {
  if (folder !== undefined) {
    const at = invocation.args.findIndex(({ text }) => folder.includes(text));
    const named = at === -1 ? undefined : invocation.args[at + 1];
    // All folders of a name below it: less than the folder, and still more than anyone has looked at.
    return [named === undefined ? literal("./*/") : { ...named, text: `${named.text}/*/node-modules` }];
  }
  const words = operands(invocation, taking);
  for (const [at, word] of after.entries()) if (words[at]?.text !== word) return undefined;
  // `!keep` takes names out again.
  return words
    .slice(after.length)
    .filter(({ text }) => !text.startsWith("!"))
    .map(asGlob);
}

/** These tools read `*` themselves, also where a shell was kept from it by quotes. */
function asGlob(word: Word): Word {
  const text = word.text.replace(/\/\*\*(?:\/\*)?$/, "/*").replace(/^\*\*(?:\/\*)?$/, "./*");
  return /[*?]/.test(text) ? { ...word, text, glob: true } : word;
}
