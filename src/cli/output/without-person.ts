/** Text that leaves this machine: without secrets, the home folder's path, the user's name and the machine's name. */
import { hostname, userInfo } from "node:os";
import { redactJson } from "../../core/redact/json.js";
import { redactText } from "../../core/redact/text.js";

export function withoutPerson(text: string, home: string): string {
  return hideNames(redactText(text), home);
}

/** The same for each text in a JSON value. */
export function withoutPersonIn<T>(value: T, home: string): T {
  const hide = (one: unknown): unknown => {
    if (typeof one === "string") return hideNames(one, home);
    if (Array.isArray(one)) return one.map(hide);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [hideNames(key, home), hide(inner)]));
  };
  return hide(redactJson(value)) as T;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return ""; // without an entry in the system's list
  }
}

function hideNames(text: string, home: string): string {
  const names = [
    [home, "/home/user"],
    [hostname(), "host"],
    [userName(), "user"],
  ] as const;
  return names.reduce(
    // Short names are parts of other words.
    (shown, [name, instead]) => (name.length < 3 ? shown : shown.replaceAll(name, instead)),
    text,
  );
}
