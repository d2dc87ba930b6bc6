/** Tools that delete like `rm`: from npm, from desktops, and those that search for what they delete. */
import { operands } from "../../model/arguments.js";
import { equivalentProgram, literal } from "../../model/equivalent-program.js";
import type { Invocation, Reading, Word } from "../../model/invocation.js";
import { asksForHelp } from "../../model/rules.js";
import type { Program } from "../contract.js";

interface Tool {
  /** Words before the file names: `gio trash`. */
  readonly after?: readonly string[];
  readonly taking?: readonly string[];
  /** Options that name the directory to search. */
  readonly folder?: readonly string[];
  /** Deletes its matches only with one of these options. */
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
    // Deletes all directories of one name below it: less than the whole directory, but still unreviewed.
    return [named === undefined ? literal("./*/") : { ...named, text: `${named.text}/*/node-modules` }];
  }
  const words = operands(invocation, taking);
  for (const [at, word] of after.entries()) if (words[at]?.text !== word) return undefined;
  // `!keep` excludes names.
  return words
    .slice(after.length)
    .filter(({ text }) => !text.startsWith("!"))
    .map(asGlob);
}

/** These tools expand `*` themselves, even if it is quoted. */
function asGlob(word: Word): Word {
  const text = word.text.replace(/\/\*\*(?:\/\*)?$/, "/*").replace(/^\*\*(?:\/\*)?$/, "./*");
  return /[*?]/.test(text) ? { ...word, text, glob: true } : word;
}
