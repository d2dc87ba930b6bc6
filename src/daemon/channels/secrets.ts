/** Reads a secret of a channel at each use, so that a new one counts at once. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretPlace } from "../lifecycle/settings.js";
import { ChannelProblem } from "./contract.js";

const MOST_BYTES = 4_096;

export function secretPath(file: string, home: string): string {
  return file.startsWith("~/") ? join(home, file.slice(2)) : file;
}

/** Throws a `ChannelProblem`, without the secret. */
export function readSecret(place: SecretPlace, home: string, environment: NodeJS.ProcessEnv): string {
  const text = "file" in place ? readPrivate(secretPath(place.file, home)) : environment[place.variable];
  const secret = text?.trim() ?? "";
  if (secret === "")
    throw lasting("variable" in place ? `the variable ${place.variable} is not set` : `${place.file} is empty`);
  // It becomes part of a header.
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw lasting(`the secret in ${nameOf(place)} must be one word of printable ASCII`);
  return secret;
}

function readPrivate(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw lasting(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    const { mode, uid, size } = fstatSync(handle);
    if (!fstatSync(handle).isFile() || size > MOST_BYTES) throw lasting(`${file} is not a file with a secret`);
    const own = process.getuid?.();
    if (own !== undefined && uid !== own) throw lasting(`${file} belongs to another user`);
    if (own !== undefined && (mode & 0o077) !== 0) throw lasting(`${file} can be read by others: run chmod 600 on it`);
    return readFileSync(handle, "utf8");
  } finally {
    closeSync(handle);
  }
}

function nameOf(place: SecretPlace): string {
  return "file" in place ? place.file : place.variable;
}

function lasting(message: string): ChannelProblem {
  return new ChannelProblem(message, { isLasting: true });
}
