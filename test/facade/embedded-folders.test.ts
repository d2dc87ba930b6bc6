import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { EmbedderPlace } from "../support/embedder.js";

function embedderPlace(hooks: readonly object[]): EmbedderPlace {
  const place = new EmbedderPlace();
  onTestFinished(() => place.remove());
  mkdirSync(join(place.project, ".git"));
  mkdirSync(join(place.project, "packages/api"), { recursive: true });
  place.write("policy.json", JSON.stringify({ hooks }));
  return place;
}

const INFRA = { id: "infra", event: "PreToolUse", builtin: "protect-paths", options: { deny: ["infra/**"] } };
const LOAD = `
  import { createHooks, defineHook, deny } from "snaphook";
  import { loadHooks } from "snaphook/load";
  const files = [{ path: project + "/policy.json" }];
  const { entries, reach } = await loadHooks({ cwd: project, files });
  const write = (file_path, more) => ["PreToolUse", { tool_name: "Write", tool_input: { file_path, content: "" }, ...more }];
  const verdicts = async (hooks, calls) => {
    const found = [];
    for (const call of calls) found.push((await hooks.fire(...call)).verdict);
    await hooks.close();
    return found;
  };`;

describe("guards of an embedder whose process is in another folder", () => {
  it("AX-12 judge by the folder of the event: its project, and paths relative to it", () => {
    const place = embedderPlace([INFRA]);
    const found = place.embed(`${LOAD}
      console.log(JSON.stringify(await verdicts(createHooks({ entries }), [
        write(project + "/infra/main.tf", { cwd: project }),
        write("infra/main.tf", { cwd: project }),
        write("../../infra/main.tf", { cwd: project + "/packages/api" }),
        write("infra/main.tf", { cwd: project + "/packages/api" }),
        write("src/main.ts", { cwd: project }),
      ])));`);
    expect(found).toEqual(["deny", "deny", "deny", "none", "none"]);
  });

  it("judge by the option where the event names no folder, then by the folder of loadHooks", () => {
    const place = embedderPlace([INFRA]);
    const found = place.embed(`${LOAD}
      const calls = [write(project + "/infra/main.tf"), write("infra/main.tf"), write("src/main.ts")];
      console.log(JSON.stringify([
        await verdicts(createHooks({ entries, cwd: project }), calls),
        await verdicts(createHooks({ entries, reach }), calls),
        await verdicts(createHooks({ entries, cwd: project }), [write(project + "/infra/a", { cwd: "/opt" })]),
      ]));`);
    expect(found).toEqual([["deny", "deny", "none"], ["deny", "deny", "none"], ["none"]]);
  });

  it("keep the loaded project where the agent has changed to a repository inside it", () => {
    const place = embedderPlace([INFRA]);
    mkdirSync(join(place.project, "vendor/lib/.git"), { recursive: true });
    const found = place.embed(`${LOAD}
      const calls = [write(project + "/infra/main.tf", { cwd: project + "/vendor/lib" })];
      console.log(JSON.stringify(await verdicts(createHooks({ entries, reach }), calls)));`);
    expect(found).toEqual(["deny"]);
  });

  it("match path patterns against the option's folder, and hooks are given it as cwd", () => {
    const place = embedderPlace([{ id: "pwd", event: "SessionStart", command: "pwd" }]);
    const found = place.embed(`${LOAD}
      const seen = [];
      const hooks = createHooks({
        entries,
        cwd: project,
        hooks: [
          defineHook({ event: "PreToolUse", guard: true, matcher: { path: "infra/**" }, run: () => deny("infra") }),
          defineHook({ event: "SessionStart", run: ({ cwd }) => void seen.push(cwd) }),
        ],
      });
      const { context } = await hooks.fire("SessionStart", { source: "startup" });
      const [verdict] = await verdicts(hooks, [write(project + "/infra/main.tf")]);
      console.log(JSON.stringify({ verdict, seen, inFolder: context.includes(project) }));`);
    expect(found).toEqual({ verdict: "deny", seen: [place.project], inFolder: true });
  });

  it("with the Claude Agent SDK judge by the folder given to agentSdkHooks", () => {
    const place = embedderPlace([INFRA]);
    const found = place.embed(`${LOAD}
      import { agentSdkHooks } from "snaphook/claude-agent-sdk";
      const hooks = createHooks({ entries });
      const { PreToolUse } = await agentSdkHooks({ hooks, cwd: project });
      const [name, payload] = write(project + "/infra/main.tf");
      const input = { hook_event_name: name, session_id: "s1", ...payload };
      const { signal } = new AbortController();
      console.log(JSON.stringify(await PreToolUse[0].hooks[0](input, "t1", { signal })));
      await hooks.close();`);
    expect(found).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });
});

describe("events that built-in hooks of an embedder fire", () => {
  const rules = [{ id: "watch", tool: "*", action: "observe" }];
  const RULES = { id: "rules", builtin: "governance", options: { rules } };

  it("AX-11 carry the session and the folder of their cause", () => {
    const place = embedderPlace([{ ...RULES, event: "PreToolUse" }]);
    const found = place.embed(`${LOAD}
      let resolve;
      const promise = new Promise((done) => { resolve = done; });
      const hooks = createHooks({
        entries,
        hooks: [defineHook({ event: "governance:evaluated", run: ({ session_id, cwd, rule }) => resolve({ session_id, cwd, rule }) })],
      });
      await hooks.fire(...write("a.txt", { session_id: "s1", cwd: project }));
      console.log(JSON.stringify(await promise));
      await hooks.close();`);
    expect(found).toEqual({ session_id: "s1", cwd: place.project, rule: "watch" });
  });
});
