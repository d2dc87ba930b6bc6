import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { changeExceptions } from "../../src/builtins/_shared/state/exceptions.js";
import { callHash } from "../../src/core/records/call-hash.js";
import { sha256 } from "../../src/disk/digest.js";
import { BuiltinPlace } from "../support/builtin-place.js";

/** What each of them asks about. */
const ASKED = {
  "self-protection": (place: BuiltinPlace) => ({ file_path: `${place.project}/.claude/settings.json`, content: "{}" }),
  "protect-paths": (place: BuiltinPlace) => ({ file_path: `${place.home}/.ssh/id_rsa`, content: "x" }),
};

describe("exceptions a person made", () => {
  it.each(Object.entries(ASKED))(
    "T4 of %s hold for a person's entry, and not for an administrator's",
    async (name, inputOf) => {
      const place = new BuiltinPlace();
      const payload = {
        hook_event_name: "PreToolUse",
        session_id: "s1",
        cwd: place.project,
        tool_name: "Write",
        tool_input: inputOf(place),
      };
      const answer = async (level: "user" | "managed") =>
        await BUILTINS[name]!.make(
          place.surroundings,
          {},
          { ...place.services, level },
        )(payload as never, undefined as never);
      const stopped = await answer("user");
      expect(stopped).toHaveProperty("verdict");
      await changeExceptions(place.surroundings.data, () => [
        {
          guard: name,
          call: callHash(payload, sha256)!,
          project: place.project,
          from: place.now - 1000,
          until: place.now + 3_600_000,
          by: { user: "ada", terminal: "tty1" },
          decision: "abcdef12",
          what: "Write",
        },
      ]);
      const text = expect.stringContaining("ada made an exception for it (snaphook except --end abcdef12)");
      expect(await answer("user")).toEqual({ message: text, reason: text });
      expect(await answer("managed")).toEqual(stopped);
    },
  );
});
