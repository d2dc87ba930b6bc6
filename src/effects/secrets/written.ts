/** Secrets that a line puts into files which git tracks: by a variable, or as a copy of a file with secrets. */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";
import { ECHOES, type Source, secretVariable } from "./sources.js";

/** Source and documentation: always tracked. */
const TRACKED =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|php|cs|swift|vue|svelte|html?|mdx?|rst|adoc|tf)$|(?:^|\/)(?:Dockerfile|Makefile)$/;
/** Usually ignored: local settings, credentials of tools, results of a build. */
const IGNORED =
  /(?:^|\/)(?:\.env|\.envrc|\.npmrc|\.netrc|\.pypirc|\.yarnrc|\.git\/|\.docker|\.aws|\.ssh|\.kube|tmp\/|dist\/|build\/|node_modules\/)|\.local(?:\.|$)|\.(?:pem|key|p12|jks|env|log)$/;
const EXAMPLE = /(?:^|\/)\.env\.(?:example|sample|template|dist)$/;
/** Forms of live keys of well-known services. */
const KEY_FORM =
  /\b(?:sk_live_[A-Za-z0-9]{8,}|gh[pousr]_[A-Za-z0-9]{20,}|AKIA[A-Z0-9]{16}|xox[abp]-[\w-]{10,}|glpat-[\w-]{16,})|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/;
const INSTEAD = "read it at run time from the environment, and commit its name only: `API_KEY=` in `.env.example`";

export function writtenSecrets(
  invocations: readonly Invocation[],
  sources: ReadonlyMap<Invocation, Source>,
  where: Where,
): Effect[] {
  const commits = invocations.some(
    ({ program, args }) => program === "git" && args.some(({ text }) => /^(?:add|stage|commit)$/.test(text)),
  );
  const forced = new Set(invocations.flatMap((one) => forcedFiles(one, where)));
  const isOpen = (word: Word, cwd: string | undefined) => {
    const path = absolute(word.text, where, cwd);
    if (path === undefined || !path.startsWith(`${where.project}/`)) return false;
    if (EXAMPLE.test(path) || forced.has(path)) return true;
    if (IGNORED.test(path)) return false;
    return isSensitive(path) === undefined && (commits || TRACKED.test(path));
  };
  return invocations.flatMap((invocation): Effect[] => {
    if (invocation.runs === "elsewhere") return [];
    const found =
      inFile(invocation, isOpen) ??
      poured(invocation, sources, isOpen) ??
      (commits ? copied(invocation, where, isOpen) : undefined);
    return found === undefined
      ? []
      : [
          effectOf(invocation, {
            kind: "send",
            severity: "risky",
            certainty: "likely",
            what: `writes ${found} into a file that is committed`,
            instead: INSTEAD,
          }),
        ];
  });
}

type IsOpen = (word: Word, cwd: string | undefined) => boolean;

/** `echo "KEY=$KEY" >> src/config.ts`, `sed -i "s/x/$KEY/" config.yml` */
function inFile({ program = "", args, redirects, input, cwd }: Invocation, isOpen: IsOpen): string | undefined {
  const edits =
    /^(?:g?sed|perl|sd|yq|jq)$/.test(program) && args.some(({ text }) => /^(?:-[a-zA-Z]{0,4}i|--in-?place)/.test(text));
  const said = ECHOES.test(program) || edits ? args : program === "cat" && input.kind === "text" ? [input.text] : [];
  const variable = said.map((word) => secretVariable(word)).find((one) => one !== undefined);
  const name =
    variable === undefined
      ? said.some(({ text }) => KEY_FORM.test(text))
        ? "a key"
        : undefined
      : `the variable ${variable}`;
  if (name === undefined) return undefined;
  const files = edits ? args : redirects.filter(({ operator }) => operator.includes(">")).map(({ target }) => target);
  return files.some((word) => word.known && isOpen(word, cwd)) ? name : undefined;
}

/** `cat .env >> README.md`, `printenv > debug.txt && git add debug.txt`, `env | sort | tee debug.txt` */
function poured(invocation: Invocation, sources: ReadonlyMap<Invocation, Source>, isOpen: IsOpen): string | undefined {
  const { program = "", args, redirects, cwd } = invocation;
  const source = poursOn(invocation, sources);
  if (source === undefined) return undefined;
  const into = redirects.filter(({ operator }) => operator.includes(">")).map(({ target }) => target);
  const files = program === "tee" ? [...into, ...args] : into;
  return files.some((word) => word.known && isOpen(word, cwd)) ? source.what : undefined;
}

const PASSES_ON = /^(?:cat|column|nl|sort|tee|uniq)$/;

function poursOn(invocation: Invocation, sources: ReadonlyMap<Invocation, Source>): Source | undefined {
  let at: Invocation | undefined = invocation;
  for (let steps = 0; at !== undefined && steps < 5; steps++) {
    const source = sources.get(at);
    if (source !== undefined) return source;
    at = at.input.kind === "pipe" && PASSES_ON.test(at.program ?? "") ? at.input.from.at(-1) : undefined;
  }
  return undefined;
}

/** `git add -f .env.ci`: committed, although `.gitignore` excludes it. */
function forcedFiles({ program, args, cwd }: Invocation, where: Where): string[] {
  const words = args.map(({ text }) => text);
  if (program !== "git" || !/^(?:add|stage)$/.test(words[0] ?? "")) return [];
  if (!words.some((text) => /^(?:-[a-zA-Z]{0,4}f[a-zA-Z]{0,4}|--force)$/.test(text))) return [];
  return words.slice(1).flatMap((text) => absolute(text, where, cwd) ?? []);
}

/** `cp .env docs/env.md && git add docs` */
function copied({ program = "", args, cwd }: Invocation, where: Where, isOpen: IsOpen): string | undefined {
  if (!/^(?:cp|mv|install)$/.test(program)) return undefined;
  const words = args.filter(({ text }) => !text.startsWith("-"));
  const to = words.at(-1);
  if (words.length !== 2 || to === undefined || !isOpen(to, cwd)) return undefined;
  return isSensitive(absolute(words[0]!.text, where, cwd) ?? "");
}
