/**
 * One environment string over about 128 KiB makes the system refuse to start the process (IN-06). Values that
 * may grow that large are written to a private file, and the variable says where.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cut } from "../core/text/json.js";

export const ENV_VALUE_LIMIT = 96 * 1024;

export interface Spilled {
  readonly env: Record<string, string>;
  remove(): void;
}

/** Keeps a cut copy in the variable itself, so that a hook that only looks at its beginning still works. */
export function spillLargeValues(env: Readonly<Record<string, string>>, payload: string): Spilled {
  const large = Object.entries(env).filter(([, value]) => Buffer.byteLength(value) > ENV_VALUE_LIMIT);
  if (large.length === 0) return { env: { ...env }, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "snaphook-"));
  const file = join(folder, "payload.json");
  writeFileSync(file, payload, { mode: 0o600, flag: "wx" });
  const short = Object.fromEntries(large.map(([name, value]) => [name, cut(value, ENV_VALUE_LIMIT / 4)]));
  return {
    env: {
      ...env,
      ...short,
      SNAPHOOK_PAYLOAD_FILE: file,
      SNAPHOOK_TRUNCATED: large.map(([name]) => name).join(","),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
