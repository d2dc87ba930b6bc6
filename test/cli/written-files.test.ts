/** Commands with an option for the file or folder they write cannot be used to write what configures guards. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GuardedPlace } from "../loosen/place.js";
import { ProgramPlace } from "../support/program.js";

const HOOK = { id: "planted", event: "PreToolUse", command: "true" };
const WRITERS: Readonly<Record<string, (to: string) => readonly string[]>> = {
  record: (to) => ["record", "x", "planted", "--to", to],
  report: (to) => ["report", "--yes", "--to", join(to, "planted.json")],
  backup: (to) => ["backup", "--to", join(to, "planted.db")],
};
const PROTECTED: Readonly<Record<string, (place: ProgramPlace) => string>> = {
  "the user's hooks": ({ user }) => join(user, "hooks.d"),
  "our data folder": ({ data }) => join(data, "new"),
  "our state folder": ({ state }) => state,
  "a project's hooks": () => ".snaphook/hooks.d",
  "an agent's folder": ({ home }) => join(home, ".claude"),
  "a link to the user's hooks": (place) => {
    symlinkSync(join(place.user, "hooks.d"), place.path("link"));
    return "link";
  },
};
const cases = Object.entries(WRITERS).flatMap(([name, args]) =>
  Object.entries(PROTECTED).map(([where, folder]) => [name, where, args, folder] as const),
);

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

describe("files that commands write", () => {
  it.each(cases)("T4 %s --to writes nothing into %s [protected paths]", async (_, __, args, folder) => {
    const place = new ProgramPlace();
    for (const made of [join(place.user, "hooks.d"), join(place.home, ".claude"), place.state, place.data])
      mkdirSync(made, { recursive: true });
    const to = folder(place);
    const before = filesIn(place.path(to));
    const { code, stderr } = await place.run(args(to), { input: HOOK });
    expect({ code, left: filesIn(place.path(to)) }, stderr).toEqual({ code: 2, left: before });
    expect(stderr).toContain("choose another folder");
  });

  it.each(["record x planted --to payloads", "report --yes --to new.md", "backup --to new.db"])(
    "T4 an agent is refused: %s [no agent]",
    async (args) => {
      const place = await GuardedPlace.open();
      const said = await place.asAgent(`echo '${JSON.stringify(HOOK)}' | ${place.snaphook(args)}`);
      expect(said).toContain("HUMAN_ONLY_AGENT");
      expect(["payloads", "new.md", "new.db"].filter((name) => place.has(name))).toEqual([]);
    },
  );

  it("T4 a recorded payload is no hook, wherever it is saved [own suffix]", async () => {
    const place = await GuardedPlace.open();
    const hooks = join(place.user, "hooks.d");
    mkdirSync(hooks);
    mkdirSync(place.path("s/snaphook/recorded"), { recursive: true });
    symlinkSync(hooks, place.path("s/snaphook/recorded/x"));
    const program = place.snaphook("record x planted");
    await place.asAgent(`echo '${JSON.stringify(HOOK)}' | env XDG_STATE_HOME='${place.path("s")}' ${program}`);
    expect(filesIn(hooks)).toContain("planted.payload");
    expect((await place.list()).map(({ id }) => id)).not.toContain("planted");
  });
});
