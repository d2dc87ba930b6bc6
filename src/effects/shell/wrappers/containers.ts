/** Commands in containers, which see other files. */
import type { Word } from "../../model/invocation.js";
import { type Call, startWords, type TakeApart } from "../call.js";
import { type Found, readOptions } from "../options.js";

const ELSEWHERE = { runs: "elsewhere" as const, folder: { is: undefined } };
const RUN_OPTIONS = {
  takes: "eupvwlhamc",
  long: "env env-file user workdir volume name network publish expose label hostname memory cpus platform entrypoint mount add-host dns ip mac-address restart runtime security-opt shm-size tmpfs ulimit device gpus group-add health-cmd index log-driver log-opt pid pull ipc isolation cgroupns cgroup-parent cidfile cpu-shares cpuset-cpus detach-keys link network-alias stop-signal stop-timeout storage-opt sysctl userns uts volume-driver volumes-from profile project-name file".split(
    " ",
  ),
};

const docker: TakeApart = (call) => {
  const words = call.args.filter(({ text }) => !/^--?(?:context|host)=/.test(text));
  let at = skipOptions(words, 0);
  if (words[at]?.text === "compose" || words[at]?.text === "container") at = skipOptions(words, at + 1);
  return inContainer(call, words.slice(at));
};

function skipOptions(words: readonly Word[], from: number): number {
  let at = from;
  while (words[at]?.text.startsWith("-") === true)
    at +=
      /^(?:-[HcfpD]|--(?:context|host|config|file|project-name|profile|log-level|env-file|project-directory))$/.test(
        words[at]!.text,
      )
        ? 2
        : 1;
  return at;
}

/** The words after `exec` or `run`; the container or image is the first of `rest`. */
export function splitContainer(words: readonly Word[]): Found {
  return readOptions(words, RUN_OPTIONS);
}

/** `exec CONTAINER COMMAND…`, `run IMAGE COMMAND…`. */
function inContainer(call: Call, words: readonly Word[]) {
  if (!/^(?:exec|run)$/.test(words[0]?.text ?? "")) return undefined;
  const { rest, options } = splitContainer(words.slice(1));
  const entry = options.find(([name]) => name === "--entrypoint")?.[1];
  const command = entry === undefined ? rest.slice(1) : [entry, ...rest.slice(1)];
  if (command.length === 0) return undefined;
  onHost(call, command, mountsOf(options));
  return startWords(call, command, ELSEWHERE);
}

interface Mount {
  readonly from: string;
  readonly to: string;
}

/** Host directories that are mounted writable. */
function mountsOf(options: Found["options"]): Mount[] {
  return options.flatMap(([name, value]): Mount[] => {
    if (value === undefined) return [];
    if (name === "--mount") {
      const field = (names: string) => new RegExp(`(?:^|,)(?:${names})=([^,]{1,1000})`).exec(value.text)?.[1];
      const [from, to] = [field("source|src"), field("target|destination|dst")];
      return from === undefined || to === undefined || /(?:^|,)(?:readonly|ro)(?:,|=true|$)/.test(value.text)
        ? []
        : [{ from, to }];
    }
    if (name !== "-v" && name !== "--volume") return [];
    const [, from, to, flags = ""] = /^([^:]{1,1000}):(\/[^:]{0,1000})(?::(.{1,40}))?$/.exec(value.text) ?? [];
    return from === undefined || to === undefined || !/^[/~.]/.test(from) || /(?:^|,)ro(?:,|$)/.test(flags)
      ? []
      : [{ from, to }];
  });
}

/** Changes to mounted directories happen on the host. */
function onHost(call: Call, command: readonly Word[], mounts: readonly Mount[]): void {
  for (const { from, to } of mounts.slice(0, 4)) {
    const inside = to.replace(/(?<=.)\/$/, "");
    const seen = (text: string) => replacedPath(text, inside, from.replace(/(?<=.)\/$/, ""));
    const words = command.map((word) => ({ ...word, text: seen(word.text) }));
    if (words.some(({ text }, at) => text !== command[at]!.text)) startWords(call, words);
  }
}

/** Replaces the path wherever it is a whole path, also in the text of `sh -c`. */
function replacedPath(text: string, path: string, by: string): string {
  let found = "";
  let from = 0;
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + path.length)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + path.length] ?? " ";
    if (/[\s'"=:;|&(]/.test(before) && /[\s/'";|&)*]/.test(after)) {
      found += text.slice(from, at) + by;
      from = at + path.length;
    }
  }
  return found + text.slice(from);
}

/** The words after `exec`: kubectl's own, then the command. Without `--` the pod is the first operand. */
export function splitPod(words: readonly Word[]): {
  readonly lead: readonly Word[];
  readonly command: readonly Word[];
} {
  const dashes = words.findIndex(({ text }) => text === "--");
  if (dashes !== -1) return { lead: words.slice(0, dashes), command: words.slice(dashes + 1) };
  const { rest } = readOptions(words, { takes: "cnf", long: ["container", "namespace", "context", "image"] });
  return { lead: words.slice(0, words.length - rest.length + 1), command: rest.slice(1) };
}

const kubectl: TakeApart = (call) => {
  const verb = call.args.findIndex(({ text }) => /^(?:exec|run|debug|rsh)$/.test(text));
  if (verb === -1) return undefined;
  const { command } = splitPod(call.args.slice(verb + 1));
  return command.length === 0 ? undefined : startWords(call, command, ELSEWHERE);
};

const compose: TakeApart = (call) => inContainer(call, call.args.slice(skipOptions(call.args, 0)));

export const CONTAINERS: Readonly<Record<string, TakeApart>> = {
  docker,
  podman: docker,
  nerdctl: docker,
  buildah: docker,
  "docker-compose": compose,
  "podman-compose": compose,
  kubectl,
  oc: kubectl,
  k3s: kubectl,
  microk8s: kubectl,
  minikube: kubectl,
};
