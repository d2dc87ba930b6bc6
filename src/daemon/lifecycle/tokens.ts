/** The two bearer tokens: `hooks` (post events) and `control` (full access). */
import { readFileSync } from "node:fs";
import { parseObject } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";

export interface Tokens {
  /** May only post events. */
  readonly hooks: string;
  readonly control: string;
}

const TOKEN = /^[0-9a-f]{64}$/;

export function readTokens(file: string): Tokens | undefined {
  try {
    const { hooks, control } = parseObject(readFileSync(file, "utf8")) ?? {};
    const usable = [hooks, control].every((one) => typeof one === "string" && TOKEN.test(one)) && hooks !== control;
    return usable ? { hooks: hooks as string, control: control as string } : undefined;
  } catch {
    return undefined; // not created yet
  }
}

/** Kept between runs, so that scripts with a token continue to work. Throws on a disk error. */
export function ensureTokens(file: string): Tokens {
  const known = readTokens(file);
  if (known !== undefined) return known;
  const made = { hooks: randomName(32), control: randomName(32) };
  writePrivateFile(file, JSON.stringify(made));
  return made;
}
