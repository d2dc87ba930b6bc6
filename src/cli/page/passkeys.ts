/** `snaphook passkeys`: those that approve on the local page, and the way back to typed codes. */
import { changePasskeys, MOST_PASSKEYS, parsePasskeys, readPasskeys } from "../../client/passkey-file.js";
import { endPasskeyOnly, isPasskeyOnly } from "../../client/passkey-only.js";
import { type Finding, finding } from "../../core/errors.js";
import { type DaemonSettings, loadSettings } from "../../daemon/lifecycle/settings.js";
import { checkNewPasskey, type NewPasskey } from "../../daemon/local-page/check-passkey.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { json, oneLine, printFindings, refuse } from "../output/print.js";
import { dayAndTime } from "../output/times.js";

/** What the user should know of `approvals.allowWith`. */
export function passkeyFindings(
  places: Pick<AppPaths, "data" | "state">,
  { approvals }: Pick<DaemonSettings, "approvals">,
): readonly Finding[] {
  const isSet = approvals.allowWith === "passkey";
  if (!isSet && !isPasskeyOnly(places)) return [];
  const still = "the setting `allowWith` was removed, and no person has confirmed that; only a passkey approves";
  return [
    ...(isSet ? [] : [finding("PASSKEY_STILL_REQUIRED", still)]),
    ...(readPasskeys(places.data).length > 0
      ? []
      : [finding("PASSKEYS_MISSING", "only a passkey approves, and none is registered, so nothing can be approved")]),
  ];
}

export async function listPasskeys(call: Call): Promise<number> {
  const { signed, passkeys } = parsePasskeys(call.places.data);
  const { settings } = await loadSettings(call.places);
  const findings = passkeyFindings(call.places, settings);
  const only = settings.approvals.allowWith === "passkey" || isPasskeyOnly(call.places);
  if (call.json) {
    const rows = passkeys.map(({ id, name, addedAt }) => ({ id, name, addedAt }));
    json(call, { allowWith: only ? "passkey" : "code", signed, passkeys: rows, findings });
    return signed ? OK : PROBLEMS;
  }
  for (const { name, addedAt } of passkeys) call.out(`${oneLine(name)}  added ${dayAndTime(addedAt)}`);
  if (passkeys.length === 0) call.out("No passkey is registered. `snaphook passkeys add` adds one.");
  if (!signed) call.out("Another program wrote the file, so none of them counts. See `snaphook sign`.");
  call.out(
    only
      ? "Questions are approved with a passkey only, on the local page."
      : "Questions are approved with a typed code or a passkey.",
  );
  printFindings(call, findings);
  return signed ? OK : PROBLEMS;
}

export async function removePasskey(call: Call, name: string): Promise<number> {
  const found = readPasskeys(call.places.data).filter((one) => one.name === name);
  if (found.length === 0) {
    refuse(call, finding("USAGE", `no passkey is named "${oneLine(name)}"; \`snaphook passkeys\` lists them`));
    return MISUSE;
  }
  const consent = await call.person.confirm(`remove the passkey "${oneLine(name)}"`);
  if (!consent.yes) return refused(call, consent.why);
  return saved(call, (known) => known.filter((one) => one.name !== name), `Removed "${oneLine(name)}".`);
}

/** The browser has created it, and the user types a code into the page that only this terminal shows. */
export async function registerPasskey(call: Call, wanted: NewPasskey): Promise<number> {
  const { id, algorithm, publicKey } = wanted;
  const name = wanted.name.trim();
  const known = readPasskeys(call.places.data);
  const checked = checkNewPasskey(wanted);
  if ("why" in checked) return refused(call, finding("PASSKEY_UNFIT", `it was not added: ${checked.why}`));
  const problem =
    name === ""
      ? "it has no name"
      : known.some((one) => one.id === id || one.name === name)
        ? `"${oneLine(name)}" is registered already`
        : known.length >= MOST_PASSKEYS
          ? `there are ${MOST_PASSKEYS} already`
          : undefined;
  if (problem !== undefined) return refused(call, finding("USAGE", problem));
  const consent = await call.person.confirm(`let the new passkey "${oneLine(name)}" approve`);
  if (!consent.yes) return refused(call, consent.why);
  const { counter } = checked;
  const added = { id, name, algorithm, publicKey, counter, addedAt: Date.now() };
  return saved(call, (all) => [...all, added], `Added the passkey "${oneLine(name)}".`);
}

/** The way back. The setting has to be gone, or the daemon would keep it again. */
export async function allowCode(call: Call): Promise<number> {
  const { settings } = await loadSettings(call.places);
  if (settings.approvals.allowWith === "passkey") {
    const message = 'daemon.json still has `allowWith: "passkey"`; remove it, and run this again';
    return refused(call, finding("USAGE", message));
  }
  if (!isPasskeyOnly(call.places)) {
    call.out("A typed code approves already.");
    return OK;
  }
  const consent = await call.person.confirm("let typed codes approve again");
  if (!consent.yes) return refused(call, consent.why);
  try {
    endPasskeyOnly(call.places);
  } catch (error) {
    return refused(call, finding("FILE_UNWRITABLE", `nothing was changed (${(error as Error).message})`));
  }
  call.out("Typed codes approve again after `snaphook restart`.");
  return OK;
}

async function saved(call: Call, change: Parameters<typeof changePasskeys>[1], text: string): Promise<number> {
  try {
    await changePasskeys(call.places.data, change);
  } catch (error) {
    return refused(call, finding("FILE_UNWRITABLE", `nothing was changed (${(error as Error).message})`));
  }
  call.out(text);
  return OK;
}

function refused(call: Call, why: Finding): number {
  refuse(call, why);
  return PROBLEMS;
}
