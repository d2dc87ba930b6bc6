/** Commits that are pushed to a host which the repository did not use before. */
import type { Effect } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { leak, NOT_OWN } from "./leak.js";
import type { Source } from "./sources.js";

const REPOSITORY: Source = { what: "the whole repository", from: "file" };

/** `git remote add NAME URL; git push NAME`: sends all commits to a new host. */
export function pushedAway(invocations: readonly Invocation[]): Effect[] {
  if (!invocations.some(({ program }) => program === "git")) return [];
  const added = new Map<string, string>();
  const elsewhere = new Set<string>();
  return invocations.flatMap((invocation) => {
    if (invocation.program !== "git") return [];
    const words = invocation.args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
    const [verb, second, name = "", url = ""] = words;
    if (verb === "remote" && /^(?:add|set-url)$/.test(second ?? "")) {
      // The owner of a repository on a known host is unclear; a URL that replaces `origin` is a different one.
      if (!KNOWN_HOST.test(url)) added.set(name, url);
      else if (second === "set-url" || !/^(?:origin|upstream|fork|github|gitlab)$/.test(name)) elsewhere.add(name);
    }
    const pushed = verb === "push" ? words.slice(1) : [];
    const address = pushed.find((word) => /^(?:https?|ssh|git):\/\/|^[\w.-]{1,60}@[\w.-]{1,100}:/.test(word));
    if (
      address !== undefined &&
      (!KNOWN_HOST.test(address) || /^https?:\/\/[^/@\s]{1,200}:[^/@\s]{1,200}@/.test(address))
    )
      return [leak(invocation, REPOSITORY, "risky", NOT_OWN)];
    const everything = invocation.args.some(({ text }) => /^--(?:all|mirror)$/.test(text));
    const to =
      pushed.find((word) => added.has(word) || (elsewhere.has(word) && (everything || word === "origin"))) ??
      (verb === "push" && pushed.length === 0 && elsewhere.has("origin") ? "origin" : undefined);
    return to === undefined ? [] : [leak(invocation, REPOSITORY, "risky", NOT_OWN)];
  });
}

const KNOWN_HOST =
  /(?:^|[/@.])(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com|localhost)[/:]|^(?:\.{0,2}\/|~)/;
