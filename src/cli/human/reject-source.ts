/** `untrust` and `deny PATH`: also for what cannot be reviewed any more, a file that is gone or code that does not build. */
import { resolve, sep } from "node:path";
import { finding } from "../../core/errors.js";
import { reviewPath } from "../../runtime/plan/review.js";
import { type TrustRecord, TrustStore } from "../../sources/trust/trust-store.js";
import { type Call, OK, PROBLEMS } from "../command.js";
import { SOURCE_OPTIONS } from "../input/inputs.js";
import { json, refuse, safe, safeName } from "../output/print.js";

export const DIALECT_OPTION = {
  dialect: { ...SOURCE_OPTIONS.dialect, help: "System whose files to include too." },
};

type Facts = Pick<TrustRecord, "name" | "path" | "scope" | "dialect">;

export async function decideAgainst(call: Call, decision: "deny" | "forget"): Promise<number> {
  const store = new TrustStore(call.places.data);
  const dialect = call.flags["dialect"] as string | undefined;
  const path = resolve(call.cwd, call.args[0] ?? ".");
  const review = await reviewPath(path, call.places, dialect === undefined ? undefined : [dialect]);
  const known = store.list().filter((one) => one.path === review.path || one.path.startsWith(`${review.path}${sep}`));
  const facts: Facts[] = [...review.items.map((item) => item.facts), ...review.broken, ...known];
  const files = [...new Map(facts.map((one) => [one.name, one])).values()];
  const how = decision === "deny" ? "block the hooks of" : "revoke decisions about";
  const consent = files.length === 0 ? undefined : await call.person.confirm(`${how} ${safe(review.path)}`);
  if (consent?.yes === false) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  let changed = files;
  try {
    if (decision === "deny")
      for (const { name, path: file, scope, dialect: of } of files)
        store.deny({ name, path: file, scope, dialect: of });
    else changed = files.filter(({ name }) => store.forget(name));
  } catch (error) {
    const why = `the decision about ${review.path} could not be saved (${(error as Error).message})`;
    refuse(call, finding("FILE_UNWRITABLE", why, { file: call.places.data }));
    return PROBLEMS;
  }
  tell(
    call,
    decision,
    review.path,
    changed.map((one) => one.path),
  );
  return OK;
}

function tell(call: Call, decision: "deny" | "forget", looked: string, paths: readonly string[]): void {
  const deny = decision === "deny";
  if (call.json) return json(call, { [deny ? "denied" : "untrusted"]: paths });
  if (paths.length > 0) return call.out(`${deny ? "Blocked" : "Revoked"}: ${safeName(paths.join(", "))}`);
  const what = deny ? "No hooks to block at" : "No decision about";
  call.out(`${what} ${safe(looked)}. \`snaphook trust --list\` shows all decisions.`);
}
