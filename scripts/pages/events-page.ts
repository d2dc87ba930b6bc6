import { ADAPTERS } from "../../src/adapters/_registry.js";
import { whyUnsupported } from "../../src/adapters/_shared/event-table.js";
import {
  EVENT_NAMES,
  EVENTS,
  type EventName,
  fold,
  NATIVE_NAMESPACES,
  SYNONYMS,
} from "../../src/core/events/events.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { code, pageHead, table } from "./markdown.js";

const INTRO = `
Every event Snaphook knows. Names are Claude Code's; events that only other systems have got a name in the same style.
\`snaphook events\` prints this list, \`snaphook events --json\` prints it for machines.

Spelling is free: case, \`-\`, \`_\`, \`.\` and spaces do not count, so \`pre-tool-use\` is \`PreToolUse\`. The last column
holds other words for the same event.

**can** says what an answer may do there. What an event cannot do is noted in the decision and not applied.
**matcher tests** is the payload field that a plain matcher is held against; \`-\` means that there is nothing to test.
An event that can do nothing is there to be watched: its hooks run, and only messages and \`stop\` of their answers count.
`;

export function eventsPage(): string {
  const rows = EVENT_NAMES.map((name) => {
    const { can, matches, summary } = EVENTS[name];
    return [code(name), summary, can.join(", ") || "watch", matches === null ? "-" : code(matches), otherNames(name)];
  });
  return [
    pageHead("Events", "src/core/events/events.ts"),
    INTRO.trim(),
    "",
    table(["event", "when", "can", "matcher tests", "also called"], rows),
    "",
    blocking(),
    "",
    agents(),
    "",
    namespaces(),
    "",
  ].join("\n");
}

function otherNames(name: EventName): string {
  const written = Object.values(PROFILES)
    .filter(({ eventNames }) => eventNames?.[name] !== undefined)
    .map((profile) => `${code(profile.eventNames![name]!)} (${profile.name})`);
  const known = Object.values(PROFILES).map(({ eventNames }) => fold(eventNames?.[name] ?? ""));
  const synonyms = Object.keys(SYNONYMS).filter((word) => SYNONYMS[word] === name && !known.includes(word));
  return [...new Set([...written, ...synonyms.map(code)])].join(", ");
}

function blocking(): string {
  const profiles = Object.values(PROFILES);
  const events = EVENT_NAMES.filter((name) => profiles.some(({ blocks }) => blocks.includes(name)));
  const rows = events.map((name) => [
    code(name),
    ...profiles.map(({ blocks }) => (blocks.includes(name) ? "yes" : "")),
  ]);
  return [
    "## Where a hook can block, by dialect",
    "",
    "A hook blocks only where the system it was written for lets it block. Events that are not listed cannot be blocked.",
    "",
    table(["event", ...profiles.map(({ name }) => name)], rows),
  ].join("\n");
}

function agents(): string {
  const parts = Object.values(ADAPTERS).map((adapter) => {
    const absent = EVENT_NAMES.filter((name) => whyUnsupported(adapter, name) !== undefined);
    return `- **${adapter.title}** (\`${adapter.name}\`) sends all events except ${absent.map(code).join(", ")}.`;
  });
  const rest = "What an agent never sends can still be fired by an embedder or with `snaphook fire`.";
  return ["## What agents send", "", ...parts, "", rest].join("\n");
}

function namespaces(): string {
  const prefixes = Object.entries(NATIVE_NAMESPACES).map(([prefix, agent]) =>
    prefix === agent ? code(`${prefix}:`) : `${code(`${prefix}:`)} (${agent})`,
  );
  return [
    "## Names with a colon",
    "",
    "- `agent:pre-tool`, `agent:post-tool`, `agent:session-start`, `agent:session-end`, `agent:pre-compact`, `agent:user-prompt` and `agent:turn-end` are neutral names of seven events above.",
    `- ${prefixes.join(", ")}: an event as that agent itself calls it. The hook runs for that agent only and reads its raw payload.`,
    "- Any other prefix (`my:deployed`) is an event of your own. Fire it from code or with `snaphook fire`; all answers are returned to the caller.",
  ].join("\n");
}
