import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { currentFolder, findPlaces } from "../../src/runtime/platform/paths.js";
import { ProgramPlace } from "../support/program.js";

async function verdictOf(place: ProgramPlace, command: string): Promise<string> {
  const decided = await handleCall({
    adapter: ADAPTERS["claude-code"]!,
    event: "PreToolUse",
    payload: {
      session_id: "s",
      cwd: place.project,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command },
      permission_mode: "default",
    },
    cwd: currentFolder(),
    environment: place.env,
    places: findPlaces(place.env),
    program: "",
    way: "alone",
  });
  return decided.decision.verdict;
}

describe("self-protection and searches of the whole disk", () => {
  it.each([
    "find / -maxdepth 1 -type f -exec cat {} +",
    "find .. -name '*.c' -print | xargs cat",
    "find / -type f -exec grep -Hi 'the brown fox' {} +",
    "grep -Ril roof /",
    "find / -user somebody-else -exec cp {} . \\;",
    "find .. -type d -print0 | xargs -0 tar cf folders.tar --no-recursion",
    "find . -name '*.js.old' -exec rename 's/\\.old$//' {} +",
  ])("T4 has no opinion on %s", async (command) => {
    expect(await verdictOf(new ProgramPlace(), command)).toBe("none");
  });

  it.each([
    "find / -type f -exec cat {} +",
    "find .. -name '*key' -print | xargs cat",
    "find .. -type f -print0 | xargs -0 grep -h .",
    "grep -r token ..",
    "find .. -not -name '*.c' -exec cat {} +",
    "find .. -type f -print0 | xargs -0 tar cf x.tar --no-recursion",
    "find .. -type d | xargs tar cf x.tar",
    "find .. -type d -o -type f | xargs tar cf x.tar --no-recursion",
  ])("T4 stops %s", async (command) => {
    expect(await verdictOf(new ProgramPlace(), command)).not.toBe("none");
  });
});
