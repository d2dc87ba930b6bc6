/** Effects of shell redirections. */

import { isStream, pathTarget } from "../paths/paths.js";
import { readEffect } from "../paths/reads.js";
import { writeEffect } from "../paths/writes.js";
import type { Effect, Where } from "./effect.js";
import type { Invocation, Redirect } from "./invocation.js";
import { effectOf } from "./make-effect.js";

const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]{1,255})/;
const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ksh", "fish", "exec"]);

export function redirectEffects(invocation: Invocation, where: Where): Effect[] {
  if (invocation.redirects.length === 0) return [];
  return invocation.redirects
    .filter(({ target }) => invocation.standsIn || !isStream(target.text))
    .map((redirect) => redirectEffect(invocation, redirect, where));
}

function redirectEffect(invocation: Invocation, { operator, target }: Redirect, where: Where): Effect {
  const words = invocation.standsIn ? invocation.words : `${operator} ${target.source}`;
  const host = SOCKET.exec(target.text)?.[1];
  if (host !== undefined) return socketEffect(invocation, host);
  if (operator === "<") {
    const read = readEffect(target, invocation, where, { words });
    if (read.severity === "ordinary" || shows(invocation)) return read;
    // A secret passed to a program as input is used, not printed.
    return effectOf(invocation, { kind: "read", severity: "ordinary", target: read.target!, words, what: read.what });
  }
  const appends = operator.endsWith(">>");
  if (appends && isCompletion(invocation))
    return effectOf(invocation, {
      kind: "write",
      severity: "ordinary",
      target: pathTarget(target, where, invocation.cwd),
      words,
      what: "appends shell completions of a program to a file",
    });
  return writeEffect(invocation, target, where, {
    manner: appends ? "write" : "replace",
    kind: appends ? "write" : "overwrite",
    what: appends ? "appends to a file" : "replaces the content of a file",
    words,
  });
}

/** Programs that print shell completions, to be appended to a shell startup file. */
function isCompletion({ program = "", args }: Invocation): boolean {
  return (
    /^(?:npm|pnpm|gh|glab|kubectl|helm|docker|podman|minikube|kind|k3d|argocd|flux|eksctl|doctl|hugo|rustup|deno|poetry|uv|pip|az|gcloud|op|terraform|direnv|starship|fzf|just|hcloud|stern|istioctl|velero|kustomize)$/.test(
      program,
    ) && args.some(({ text }) => /^(?:--)?completions?$|^generate-shell-completion$/.test(text))
  );
}

/** Programs that print or copy their input. */
const SHOWING =
  /^(?:cat|tac|nl|less|more|head|tail|bat|batcat|xxd|hexdump|hd|od|strings|base(?:64|32|nc)|cut|sort|rev|fold|fmt|grep|egrep|fgrep|sed|g?awk|tr|tee|gzip|bzip2|xz|zstd|openssl|xclip|xsel|pbcopy|wl-copy|qrencode|expand|unexpand|sponge|read|mapfile|readarray|split|paste|column|pr|uniq|shuf|iconv|nc|ncat|xargs|exec)$/;

function shows({ program = "" }: Invocation): boolean {
  return SHOWING.test(program);
}

/** `/dev/tcp` is often used to test a port. A shell connected to it gives control to the remote host. */
function socketEffect(invocation: Invocation, host: string): Effect {
  const shell = SHELLS.has(invocation.program ?? "");
  return effectOf(invocation, {
    kind: shell ? "remote-code" : "send",
    severity: shell ? "destructive" : "ordinary",
    target: { type: "host", name: host },
    what: shell
      ? "connects a shell to another machine, which can then run any command here"
      : "sends data to another machine",
    ...(shell ? { instead: "ask the user to connect; to test a port: `nc -z localhost 8080`" } : {}),
  });
}
