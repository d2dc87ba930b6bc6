/**
 * State that makes things less strict and that Snaphook did not write as it is: from an older version, from a backup
 * without its key, or edited by a program. It is ignored until a person has reviewed and signed it.
 */
import { readFileSync } from "node:fs";
import { exceptionsFile, readExceptionsFile, writeExceptions } from "../../builtins/_shared/state/exceptions.js";
import { awayFile, awayState } from "../../client/away-file.js";
import { parsePasskeys, passkeyFile, writePasskeys } from "../../client/passkey-file.js";
import { type Finding, finding } from "../../core/errors.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { offFile, parseOff, writeOff } from "../../sources/discover/off-file.js";
import { overridesFile, parseOverrides, writeOverrides } from "../../sources/discover/overrides.js";
import { TrustStore } from "../../sources/trust/trust-store.js";
import { scopeText } from "../output/off-text.js";
import { dayAndTime } from "../output/times.js";
import { parsePermits, permitsFile, writePermits } from "./permits.js";

export interface UnsignedFile {
  readonly file: string;
  /** What counts again once it is signed, one line each; still to be made safe for a terminal. */
  readonly says: readonly string[];
  /** Signs what `says` describes, not what the file may hold by then. Throws when the disk refuses. */
  sign(): void;
}

export function unsignedState(places: AppPaths): readonly UnsignedFile[] {
  return [
    ...unsignedOff(places),
    ...unsignedOverrides(places),
    ...unsignedExceptions(places),
    ...unsignedPermits(places),
    ...unsignedApprovals(places),
    ...unsignedPasskeys(places),
  ];
}

export function unsignedFindings(places: AppPaths): readonly Finding[] {
  const unsigned = unsignedState(places).map(({ file, says }) =>
    finding("STATE_UNSIGNED", `it was not written by Snaphook as it is, and is ignored: ${says.join("; ")}`, { file }),
  );
  return [...unsigned, ...refusedAway(places)];
}

/** Nothing to sign: a person says it again. */
function refusedAway({ data }: AppPaths): Finding[] {
  const state = awayState(data);
  if (state !== "damaged" && state !== "unsigned") return [];
  const why = state === "damaged" ? "it cannot be read" : "it was not written by Snaphook as it is";
  return [finding("AWAY_REFUSED", `${why}, and is ignored`, { file: awayFile(data) })];
}

function unsignedOff({ data }: AppPaths): UnsignedFile[] {
  const file = offFile(data);
  const { state, switches } = parseOff(textOf(file), data);
  if (state !== "unsigned") return [];
  const says = switches.map(({ what, until }) => `switched off until ${dayAndTime(until)}: ${scopeText(what)}`);
  return [{ file, says, sign: () => writeOff(data, switches) }];
}

function unsignedOverrides(places: AppPaths): UnsignedFile[] {
  const file = overridesFile(places.config);
  const known = parseOverrides(textOf(file), places.data);
  if (known === undefined || known.signed) return [];
  const says = [
    ...Object.entries(known.enabled).map(([id, on]) => `${id} is ${on ? "on" : "off"}`),
    ...Object.entries(known.mode).map(([id, mode]) => `${id} is ${mode === "observe" ? "observing" : "enforcing"}`),
  ];
  return [{ file, says, sign: () => writeOverrides(places, known) }];
}

function unsignedExceptions({ data }: AppPaths): UnsignedFile[] {
  const { signed, exceptions } = readExceptionsFile(data);
  if (signed) return [];
  const says = exceptions.map(
    ({ guard, what, project, until }) => `${guard} lets this pass in ${project} until ${dayAndTime(until)}: ${what}`,
  );
  return [{ file: exceptionsFile(data), says, sign: () => writeExceptions(data, exceptions) }];
}

function unsignedPermits(places: AppPaths): UnsignedFile[] {
  const file = permitsFile(places);
  const { signed, permits } = parsePermits(textOf(file), places.data);
  if (signed) return [];
  const says = [
    ...permits.scripts.map((name) => `scripts may use \`snaphook ${name}\``),
    ...permits.terminals.map((path) => `${path} opens terminals for people`),
  ];
  return [{ file, says, sign: () => writePermits(places, permits) }];
}

function unsignedApprovals({ data }: AppPaths): UnsignedFile[] {
  const store = new TrustStore(data);
  return store
    .list()
    .filter(({ unsigned }) => unsigned)
    .map((record) => {
      const { path, decision, versions, name } = record;
      const ids = [...new Set(versions.flatMap(({ hooks }) => hooks.map(({ hook }) => hook.id)))].join(", ");
      const says =
        decision === "deny" ? `the hooks of ${path} never run` : `hooks of ${path} are approved (${ids || "none"})`;
      return { file: store.fileOf(name), says: [says], sign: () => store.sign(record) };
    });
}

function unsignedPasskeys({ data }: AppPaths): UnsignedFile[] {
  const { signed, passkeys } = parsePasskeys(data);
  if (signed) return [];
  const says = passkeys.map(({ name }) => `the passkey "${name}" approves on the local page`);
  return [{ file: passkeyFile(data), says, sign: () => writePasskeys(data, passkeys) }];
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
