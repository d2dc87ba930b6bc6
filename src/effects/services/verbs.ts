/** Verbs by which services delete, disable or replace resources. */
import type { Severity } from "../model/effect.js";

export interface Verb {
  readonly severity: Severity;
  /** As in "deletes resources in a cluster". */
  readonly does: string;
}

const DELETES: Verb = { severity: "risky", does: "deletes resources" };
const DESTROYS: Verb = { severity: "destructive", does: "permanently destroys resources" };
const CUTS_OFF: Verb = { severity: "risky", does: "disables a resource that others may use" };
const REPLACES: Verb = { severity: "risky", does: "replaces a resource that others may rely on" };

const VERBS = new Map<string, Verb>(
  [
    [
      "delete del rm remove rb rmdir uninstall unpublish yank prune clear empty cleanup discard trash erase-all",
      DELETES,
    ],
    ["deletes deletion removal undeploy teardown expunge", DELETES],
    ["destroy drop purge terminate wipe nuke erase obliterate flush flushall flushdb flushdb truncate", DESTROYS],
    ["dropall annihilate decommission deprovision", DESTROYS],
    [
      "revoke disable deactivate detach disassociate dissociate deregister unregister unsubscribe evict drain",
      CUTS_OFF,
    ],
    ["expire suspend quarantine unbind unassign deauthorize disconnect ban shutdown", CUTS_OFF],
    ["rotate reset regenerate failover reinitialize reimage overwrite transfer", REPLACES],
  ].flatMap(([words, verb]) => (words as string).split(" ").map((word) => [word, verb as Verb] as const)),
);

/** Verbs that are followed by resource names, so no later word is a verb. */
const HARMLESS = new Set(
  `list ls get show describe create view info help inspect wait add set update edit apply diff export validate login logout
  download upload cp copy tail watch start resume version status new init read find`.split(/\s+/),
);

export type Seen = { readonly verb: Verb; readonly nouns: readonly string[] } | "harmless" | undefined;

/**
 * Finds the verb in a subcommand word: `delete`, `delete-bucket`, `batch-delete-image`, `delete_user`, `pg:reset`,
 * `DropDb`.
 */
export function verbIn(written: string): Seen {
  if (written.length > 100) return undefined;
  const word = written.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  const whole = VERBS.get(word);
  if (whole !== undefined) return { verb: whole, nouns: [] };
  if (HARMLESS.has(word)) return "harmless";
  const parts = word.split(/[-_:]/);
  if (parts.length === 1) return undefined;
  if (HARMLESS.has(parts[0]!)) return "harmless";
  const places = word.includes(":") ? parts.length : 2;
  for (let at = 0; at < places; at++) {
    const verb = VERBS.get(parts[at]!);
    if (verb !== undefined) return { verb, nouns: parts.filter((_, index) => index !== at) };
  }
  return parts.at(-1) === "deletion" ? { verb: DESTROYS, nouns: parts.slice(0, -1) } : undefined;
}
