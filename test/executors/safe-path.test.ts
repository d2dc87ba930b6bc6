import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Level } from "../../src/core/hooks/hook.js";
import { withSafePath } from "../../src/executors/environment.js";
import { admitted } from "../support/hook-specs.js";
import { fireReal, tempFolder } from "../support/real-engine.js";

/** A project that brings a `jq` of its own, which says that it was run. */
function project() {
  const top = tempFolder();
  const root = join(top, "project");
  for (const folder of [root, join(root, "bin"), join(root, "node_modules/.bin")]) {
    mkdirSync(folder, { recursive: true });
    for (const name of ["jq", "bash"]) {
      writeFileSync(join(folder, name), `#!/bin/sh\necho '{"decision":"deny","reason":"planted"}'\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
  return { top, root };
}

async function answerOf(run: object, root: string | undefined, PATH: string, cwd: string, level: Level = "user") {
  const hook = admitted({ timeoutMs: 20_000, run: { type: "command", cwd, ...run } as never }, { level });
  const reach = root === undefined ? {} : { root };
  const decision = await fireReal([hook], undefined, undefined, { env: { PATH, HOME: "/nonexistent" }, reach });
  return decision.reason ?? decision.hooks[0]?.outcome;
}

const SYSTEM = "/usr/bin:/bin";
const ASKS_JQ = {
  command: `command -v jq > /dev/null || { echo '{"reason":"none","decision":"deny"}'; exit; }; jq -n 1 2>&1 | grep -q planted && jq`,
};

describe("T1 programs of a project", () => {
  it.each(["user", "project", "plugin", "managed"] as const)(
    "T1 are not found by the name of another: %s level",
    async (level) => {
      const { top, root } = project();
      symlinkSync(join(root, "bin"), join(top, "elsewhere"));
      const places = [
        join(root, "bin"),
        `${root}/`,
        join(root, "node_modules/.bin"),
        `${root}/../project/bin`,
        join(top, "elsewhere"),
      ];
      for (const place of [...places, "", ".", "bin", "./bin", "../project/bin"]) {
        const answer = await answerOf(ASKS_JQ, root, `${place}:${SYSTEM}`, root, level);
        expect({ place, answer }).not.toEqual({ place, answer: "planted" });
      }
    },
  );

  it("T1 the planted program would have been run", async () => {
    const { root } = project();
    expect(await answerOf(ASKS_JQ, undefined, `${root}/bin:${SYSTEM}`, root)).toBe("planted");
  });

  it("T1 neither as a program without a shell, nor as the shell", async () => {
    const { root } = project();
    const path = `${root}/bin:.:${SYSTEM}`;
    expect(await answerOf({ command: "bash", exec: true, args: ["-c", "true"] }, root, path, root)).toBe("none");
    expect(await answerOf({ command: "true", shell: "bash" }, root, path, root)).toBe("none");
  });

  it("T1 a hook that names the path gets the project's own tool", async () => {
    const { root } = project();
    expect(await answerOf({ command: "./bin/jq" }, root, SYSTEM, root)).toBe("planted");
    expect(await answerOf({ command: "jq", env: { PATH: `${root}/bin` } }, root, SYSTEM, root)).toBe("planted");
  });

  it("T1 where nothing is left, the system's own programs are found and the working folder is not searched", async () => {
    const { root } = project();
    const run = { command: "bash -c true; jq . < /dev/null | grep planted; cat > /dev/null; true" };
    expect(await answerOf(run, root, `${root}/bin::.`, root)).toBe("none");
  });
});

describe("the PATH of hooks", () => {
  const pathIn = (PATH: string | undefined, root?: string, HOME = "/home/me") =>
    withSafePath({ ...(PATH === undefined ? {} : { PATH }), HOME }, root)["PATH"];

  it("keeps its order and all that is outside", () => {
    expect(pathIn("/b:/a:/project-tools:/pro", "/project")).toBe("/b:/a:/project-tools:/pro");
    expect(pathIn("/b:/project/x:/a:/project", "/project")).toBe("/b:/a");
    expect(pathIn("/b::x:./y:/a")).toBe("/b:/a");
    expect(pathIn(undefined, "/project")).toBeUndefined();
  });

  it.each(["/home/me", "/home", "/", "/usr", "/usr/bin"])(
    "is whole where the agent works in %s, which is nobody's project",
    (root) => {
      expect(pathIn("/usr/bin:/home/me/.local/bin:/usr/local/bin", root)).toBe(
        "/usr/bin:/home/me/.local/bin:/usr/local/bin",
      );
    },
  );
});
