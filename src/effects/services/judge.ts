/** Effect of a service subcommand: from the table's rules, otherwise from its verb and noun. */
import type { Effect, Severity } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import type { Program } from "../programs/contract.js";
import type { Cli } from "./cli.js";
import { isTestName } from "./for-tests.js";
import { isHeavy, isLight } from "./nouns.js";
import { isDryRun, isGiven, optionValues } from "./options.js";
import { ruleFor } from "./rules.js";
import { verbIn } from "./verbs.js";

export function serviceProgram(clis: readonly Cli[]): Program {
  const byName = new Map(clis.flatMap((cli) => cli.names.map((name) => [name, cli] as const)));
  return {
    names: [...byName.keys()],
    effects(invocation) {
      const cli = byName.get(invocation.program!);
      return cli === undefined ? [] : cliEffects(cli, invocation);
    },
  };
}

export interface Judgement {
  readonly severity: Severity;
  readonly what: string;
}

const WEIGHT: Readonly<Record<Severity, number>> = { ordinary: 0, risky: 1, destructive: 2 };

export function cliEffects(cli: Cli, invocation: Invocation): Effect[] {
  if (isDryRun(invocation) || isMadeForTests(invocation)) return [];
  let gravest: Judgement | undefined;
  for (const words of subcommands(cli, invocation)) {
    const found = judge(cli, words, invocation);
    if (found !== undefined && WEIGHT[found.severity] > (gravest === undefined ? 0 : WEIGHT[gravest.severity]))
      gravest = found;
  }
  return gravest === undefined ? [] : [serviceEffect(invocation, { ...gravest, instead: cli.instead })];
}

/** Contexts that tools for clusters on this machine name after themselves. */
const LOCAL_CLUSTER = /^(?:kind-|k3d-|k3s-local|minikube|docker-desktop$|rancher-desktop$|colima|orbstack$|microk8s$)/;

/** A cloud emulator on this machine, or a compose project for tests. */
function isMadeForTests(invocation: Invocation): boolean {
  const { program = "" } = invocation;
  if (/^aws2?$/.test(program))
    return optionValues(invocation, ["--endpoint-url"]).some((url) =>
      /^https?:\/\/(?:localhost|127\.|localstack)/.test(url),
    );
  if (/^(?:kubectl|oc|k|kubecolor|helm|helmfile|istioctl|flux|argocd|kustomize|skaffold)$/.test(program))
    return optionValues(invocation, ["--context", "--kube-context"]).some(
      (name) => LOCAL_CLUSTER.test(name) && !/prod|live|staging/i.test(name),
    );
  if (!/^(?:docker|podman|nerdctl)(?:-compose)?$/.test(program)) return false;
  const [verb, ...names] = invocation.args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  if (/^(?:rm|kill|stop)$/.test(verb ?? "") && names.length > 0 && names.every(isTestName)) return true;
  return (
    optionValues(invocation, ["-f", "--file", "-p", "--project-name"]).some(isTestName) &&
    invocation.args.some(({ text }) => text === "down")
  );
}

export function serviceEffect(
  { words }: Invocation,
  { severity, what, instead }: Judgement & { instead: string },
): Effect {
  return { kind: "service", severity, certainty: "certain", words, what, instead };
}

/** Words of the subcommand. An unknown option may or may not take the next word, so there are two readings. */
function subcommands({ taking = [], depth }: Cli, { args }: Invocation): readonly (readonly string[])[] {
  const most = depth + 2;
  const bare: string[] = [];
  const valued: string[] = [];
  for (let at = 0; at < args.length && bare.length < most + 8; at++) {
    const { text } = args[at]!;
    if (text === "--") break;
    if (!text.startsWith("-")) {
      bare.push(text);
      const before = args[at - 1]?.text ?? "";
      if (!/^--?[a-z]/i.test(before) || before.includes("=")) valued.push(text);
    } else if (taking.includes(text)) at++;
  }
  return [bare, valued];
}

const WIDER = [
  "--all",
  "--recursive",
  "--all-namespaces",
  "--purge",
  "--permanently",
  "--cascade",
  "--skip-final-snapshot",
];

function judge(cli: Cli, words: readonly string[], invocation: Invocation): Judgement | undefined {
  const rule = cli.rules === undefined ? undefined : ruleFor(cli.rules, words, invocation);
  if (rule?.what !== undefined) return { severity: rule.severity, what: rule.what };
  for (const [at, word] of words.slice(0, cli.depth).entries()) {
    const seen = verbIn(word);
    if (seen === "harmless") break;
    if (seen === undefined) continue;
    const nouns = [...words.slice(0, at), ...seen.nouns];
    if (rule === undefined && nouns.some((noun) => isLight(noun) || cli.light?.includes(noun))) return undefined;
    const about = nouns.at(-1) ?? words[at + 1] ?? "";
    const wide = isHeavy(about) || cli.heavy?.includes(about) === true || isGiven(invocation, WIDER);
    const { does } = seen.verb;
    const severity = rule?.severity ?? (wide && does.startsWith("deletes") ? "destructive" : seen.verb.severity);
    return { severity, what: `${does} ${cli.where}` };
  }
  return rule === undefined ? undefined : { severity: rule.severity, what: `changes shared resources ${cli.where}` };
}
