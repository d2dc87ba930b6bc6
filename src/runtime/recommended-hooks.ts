/**
 * Hooks to begin with. They only watch: `mode: "observe"` records what each would have decided, so that a person can see
 * for a week what it would do before it does it. One file each in `hooks.d`, to keep, change or delete one by one.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const denies = (reason: string) => `echo '${JSON.stringify({ decision: "deny", reason })}'`;

export const RECOMMENDED = {
  "recommended-no-force-push": {
    id: "no-force-push",
    event: "PreToolUse",
    matcher: "Bash(*git*push*--force*)",
    command: denies("Force pushes need a person. Push without --force."),
  },
  "recommended-no-wiping": {
    id: "no-wiping",
    event: "PreToolUse",
    matcher: "Bash(*rm -rf /*)",
    command: denies("This removes everything below a path at the root. Name the files instead."),
  },
  "recommended-no-secret-files": {
    id: "no-secret-files",
    event: "PreToolUse",
    matcher: "Read(*.env)",
    command: denies("This file may hold secrets. Ask the person for the one value that is needed."),
  },
} as const;

/** A command that the recommended hooks have an opinion about, and that does no harm when nobody stops it. */
export const PROBE_COMMAND = "echo git push --force";

export function recommendedFiles(configFolder: string): { readonly path: string; readonly text: string }[] {
  return Object.entries(RECOMMENDED).map(([name, hook]) => ({
    path: join(configFolder, "hooks.d", `${name}.json`),
    text: `${JSON.stringify({ ...hook, guard: true, mode: "observe", timeoutMs: 5000 }, null, 2)}\n`,
  }));
}

/** Leaves alone what is there already. Returns what was written. Throws when the disk refuses. */
export function addRecommended(configFolder: string): string[] {
  const missing = recommendedFiles(configFolder).filter(({ path }) => !existsSync(path));
  mkdirSync(join(configFolder, "hooks.d"), { recursive: true, mode: 0o700 });
  for (const { path, text } of missing) writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  return missing.map(({ path }) => path);
}
