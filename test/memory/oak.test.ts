/** Memories through OAK's endpoints, on a real daemon. */
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { MemoryPlace, PUSH_ERROR, PUSH_LESSON } from "../support/memory-place.js";

let place: MemoryPlace;
beforeEach(() => {
  place = new MemoryPlace();
});

async function oak(path: string, more: object): Promise<JsonObject> {
  const body = { agent: "claude", conversation_id: "", hook_origin: "claude_config", cwd: place.project, ...more };
  const reply = await place.ask({
    method: "POST",
    path: `/api/oak/ci/${path}`,
    body: body as JsonObject,
    token: "hooks",
  });
  if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
  return reply.body;
}

const injected = async (path: string, more: object) =>
  ((await oak(path, more))["context"] as { injected_context?: string }).injected_context ?? "";

const bash = { tool_name: "Bash", tool_input: { command: "git push" } };

describe("OAK's endpoints", () => {
  it("CI-01 session-start, prompt-submit and post-tool-use return injected_context from memory", async () => {
    await place.begin();
    await place.learnPush();
    place.permitScripts("remember");
    await place.run(["remember", "the crane driver rests at noon", "--file", "package.json"]);
    const start = { session_id: "o1", source: "startup" };
    expect(await injected("session-start", start)).toMatch(
      /^--- context of hook "memory"[\s\S]*--- end of context ---$/,
    );
    const prompt = "git push fails: current branch has no upstream branch";
    for (const route of ["prompt-submit", "before-prompt"])
      expect(await injected(route, { session_id: `o2-${route}`, prompt })).toContain(PUSH_LESSON);
    expect(
      await injected("post-tool-use", {
        session_id: "o3",
        tool_name: "Read",
        tool_input: { file_path: place.path("package.json") },
        tool_output: "{}",
        tool_use_id: "t1",
      }),
    ).toContain("crane driver");
    const failed = { ...bash, error_message: PUSH_ERROR, session_id: "o4", tool_use_id: "t2" };
    expect(await injected("post-tool-use-failure", failed)).toContain(PUSH_LESSON);
    // Once per session.
    expect(await injected("post-tool-use-failure", { ...failed, tool_use_id: "t3" })).toBe("");
  });

  it("CI-01 CI-05 what they report is learned, and a resumed session gets no summaries", async () => {
    await place.begin();
    const session_id = "o1";
    await oak("session-start", { session_id, source: "startup" });
    await oak("prompt-submit", { session_id, prompt: "publish the branch feature-login" });
    await oak("post-tool-use-failure", { session_id, ...bash, error_message: PUSH_ERROR, tool_use_id: "t1" });
    await oak("post-tool-use", {
      session_id,
      tool_name: "Bash",
      tool_input: { command: PUSH_LESSON },
      tool_output: "ok",
      tool_use_id: "t2",
    });
    await oak("stop", { session_id, response_summary: "Done." });
    await oak("session-end", { session_id });
    await place.settled(session_id);
    expect(await injected("session-start", { session_id: "o2", source: "resume" })).toBe("");
    expect(await injected("session-start", { session_id: "o3", source: "clear" })).toContain(PUSH_LESSON);
  });
});
