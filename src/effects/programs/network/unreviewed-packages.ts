/** Packages that are taken from an address instead of a registry, and run or installed at once: nobody has reviewed them. */

import { operands } from "../../model/arguments.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { isLoopback } from "../../model/near-hosts.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

/** An address of code: a download, or a repository. */
const ADDRESS =
  /^(?:[\w.[\],-]{1,80}\s?@\s?)?(?:git\+)?(?:https?|git|ssh):\/\/|^(?:git\+|git@|github:|gitlab:|bitbucket:|gist:|gh:)/;
const HOST = /:\/\/(?:[^/@\s]{1,200}@)?([\w.-]{1,200})/;
/** Where projects that many people use keep what is installed from an address. */
const WELL_KNOWN =
  /^(?:raw\.githubusercontent\.com|github\.com|gitlab\.com|[\w-]{1,60}\.k8s\.io|k8s\.io|kubernetes\.io|storage\.googleapis\.com|projectcontour\.io|deno\.land|jsr\.io|esm\.sh|localhost|127\.0\.0\.1|download\.pytorch\.org)$/;
const GO_TOOLS =
  /^(?:golang\.org\/x|google\.golang\.org|go\.uber\.org|honnef\.co|mvdan\.cc|gotest\.tools|sigs\.k8s\.io|github\.com\/(?:golang|google|golangci|goreleaser|air-verse|cosmtrek|swaggo|vektra|sqlc-dev|pressly|bufbuild|onsi|securego|a-h\/templ|go-task|golang-migrate|magefile|ogen-go|oapi-codegen|99designs|uber-go|wailsapp|charmbracelet|cli|rakyll|tsenart))\b/;

interface Taker {
  /** The words before what is taken. */
  readonly when?: RegExp;
  readonly taking?: readonly string[];
  /** Options whose value is what is taken. */
  readonly options?: readonly string[];
  /** Well-known hosts are asked about too: what comes from there is anybody's. */
  readonly anyHost?: true;
}

const RUN: Taker = { options: ["-p", "--package", "--from", "--spec", "--with"], anyHost: true };
const ADD = /^(?: -\S{1,80}){0,6} (?:install|i|add|exec|x|dlx)(?:\s|$)/;

const TAKERS: Readonly<Record<string, readonly Taker[]>> = {
  npx: [RUN],
  bunx: [RUN],
  pnpx: [RUN],
  uvx: [RUN],
  npm: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,80}){0,4} (?:exec|x|dlx)(?:\s|$)/, anyHost: true },
  ],
  pnpm: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,80}){0,4} (?:exec|x|dlx)(?:\s|$)/, anyHost: true },
  ],
  yarn: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,80}){0,4} (?:exec|x|dlx)(?:\s|$)/, anyHost: true },
  ],
  bun: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,80}){0,4} (?:exec|x|dlx)(?:\s|$)/, anyHost: true },
  ],
  pip: [
    {
      when: / install(?:\s|$)/,
      taking: ["-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--trusted-host"],
      options: ["-r", "-e", "--requirement"],
    },
  ],
  pipx: [{ when: / (?:run|install|inject)(?:\s|$)/, options: ["--spec"], anyHost: true }],
  uv: [
    {
      when: / (?:tool run|tool install|pip install|add|run)(?:\s|$)/,
      taking: ["-i", "--index-url", "--index", "--extra-index-url", "--default-index"],
      options: ["--from", "--with"],
      anyHost: true,
    },
  ],
  deno: [{ when: /^(?: -\S{1,80}){0,4} (?:run|install|eval|serve|task)?(?:\s|$)/ }],
  cargo: [{ when: / install(?:\s|$)/, options: ["--git"], anyHost: true }],
  brew: [{ when: / (?:install|tap|reinstall)(?:\s|$)/ }],
  gem: [{ when: / (?:install|specific_install)(?:\s|$)/, options: ["-l", "--location"], anyHost: true }],
  kubectl: [{ when: / (?:apply|create|replace)(?:\s|$)/, options: ["-f", "--filename", "-k", "--kustomize"] }],
  oc: [{ when: / (?:apply|create|replace)(?:\s|$)/, options: ["-f", "--filename", "-k"] }],
  helm: [{ when: / (?:install|upgrade|template)(?:\s|$)/, taking: ["-f", "--values", "-n", "--namespace", "--set"] }],
  luarocks: [{ when: / (?:install|make)(?:\s|$)/, taking: ["--server"], anyHost: true }],
  code: [{ options: ["--install-extension"], anyHost: true }],
};

const unreviewedPackages: Program = {
  names: [...Object.keys(TAKERS), "pip3", "go"],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    if (invocation.program === "go") return goTool(invocation) ? [taken(invocation)] : [];
    const line = lineOf(invocation);
    const rows = TAKERS[invocation.program === "pip3" ? "pip" : invocation.program!] ?? [];
    const isTaken = rows.some(
      (row) =>
        (row.when === undefined || row.when.test(line)) &&
        addresses(invocation, row).some((text) => isAsked(text, row)),
    );
    return isTaken ? [taken(invocation)] : [];
  },
};

export default unreviewedPackages;

function addresses(invocation: Invocation, { taking = [], options = [] }: Taker): string[] {
  const { args, program = "" } = invocation;
  const named = args.flatMap(({ text }, at) => {
    if (options.includes(text)) return [args[at + 1]?.text ?? ""];
    const option = options.find((name) => name.startsWith("--") && text.startsWith(`${name}=`));
    return option === undefined ? [] : [text.slice(option.length + 1)];
  });
  const words = operands(invocation, [...taking, ...options]).map(({ text }) => text);
  // What is run is the first word; the rest is given to it.
  const runs = /^(?:npx|bunx|pnpx|uvx|deno)$/.test(program) || /^(?:run|exec|x|dlx)$/.test(words[0] ?? "");
  return [...named, ...(runs ? words.slice(0, 2) : words)];
}

function isAsked(text: string, { anyHost }: Taker): boolean {
  if (!ADDRESS.test(text)) return false;
  const host = HOST.exec(text)?.[1];
  const wellKnown = host === undefined ? /^(?:github|gitlab|gh):/.test(text) : WELL_KNOWN.test(host);
  return !(anyHost !== true && wellKnown) && !isLoopback(host ?? "");
}

/** `go run host/path@version` */
function goTool(invocation: Invocation): boolean {
  const [verb, path = ""] = operands(invocation, ["-exec", "-ldflags", "-tags"]).map(({ text }) => text);
  return verb === "run" && /^[\w-]{1,60}\.[\w./-]{1,300}@/.test(path) && !GO_TOOLS.test(path);
}

function taken(invocation: Invocation) {
  return effectOf(invocation, {
    kind: "remote-code",
    severity: "risky",
    certainty: "likely",
    what: "takes code from an address and runs it, without a registry or a review between",
    instead: "take it from its registry by name and version, or let the person look at it first",
  });
}
