/** Reports what hooks of others request without a grant, and how to grant it. */
import { type Finding, finding } from "../../core/errors.js";
import { mayGetVariable, needsGrant, type Reach } from "../../core/hooks/grants.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { isListed } from "../../core/hooks/host-patterns.js";

export function ungranted(entries: readonly SourceEntry[], reach: Reach): Finding[] {
  return entries.filter(({ source }) => needsGrant(source.level)).flatMap((entry) => missing(entry, reach));
}

function missing({ hook: { id, run }, source: { path, level } }: SourceEntry, reach: Reach): Finding[] {
  if (run.type !== "command" && run.type !== "http") return [];
  const where = path === undefined ? {} : { file: path };
  const held = (run.passEnv ?? []).filter((name) => !mayGetVariable(name, level, reach));
  const found = held.map((name) =>
    finding("HOOK_ENV_NOT_GRANTED", `"${id}" requests ${name}, which looks like a secret, and does not get it`, where),
  );
  const url = run.type === "http" && URL.canParse(run.url) ? new URL(run.url) : undefined;
  if (url === undefined || isListed(url, reach.allowHosts)) return found;
  return [...found, finding("HOOK_HOST_NOT_ALLOWED", `"${id}" calls ${url.host}, which you do not allow`, where)];
}
