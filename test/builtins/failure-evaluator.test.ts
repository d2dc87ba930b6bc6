import { describe, expect, it } from "vitest";
import { ModelServer } from "../support/model-server.js";
import { ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { ENV as env, evaluating, showSilence } from "./evaluator-place.js";

const FAILURE = { tool_name: "Bash", tool_input: { command: "npm test" }, error: "Cannot find module 'pg'" };
const place = <P extends ProgramPlace>(made: P, server: ModelServer) =>
  evaluating(made, server, { event: "PostToolUseFailure", builtin: "failure-evaluator" });

describe("failure-evaluator", () => {
  it("CP-18 BI-O30 the model gets call and error, and its advice reaches the agent in a fence", async () => {
    const server = await ModelServer.start('{"advice": "Run `npm install pg` first."}');
    const fired = await place(new ProgramPlace(), server).fire("PostToolUseFailure", FAILURE, [], { env });
    expect(fired.context).toContain("which may be wrong");
    expect(fired.context).toContain("| Run `npm install pg` first.");
    expect(server.asked[0]!.text).toContain("| error: Cannot find module 'pg'");
    expect(server.asked[0]!.text).toContain("npm test");
  });

  it("CP-18 no advice is no opinion; an equal failure is asked about once; an interrupted call not at all", async () => {
    const server = await ModelServer.start('{"advice": ""}');
    const made = place(new ProgramPlace(), server);
    for (const more of [{}, { session_id: "s2" }, { is_interrupt: true }])
      expect(await made.fire("PostToolUseFailure", { ...FAILURE, ...more }, [], { env })).toMatchObject({
        verdict: "none",
        context: null,
      });
    expect(server.asked).toHaveLength(1);
  });

  it("CP-18 an entry of a project has the project's budget, and a used-up budget is no opinion [project's budget]", async () => {
    const server = await ModelServer.start('{"advice": "Install it."}');
    const made = new ProgramPlace();
    made.writeUser("models.json", server.settings({}, { budget: { projectCallsPerDay: 1 } }));
    made.write(".git/HEAD", "ref: refs/heads/main\n");
    made.write(".snaphook/hooks.json", { hooks: [{ event: "PostToolUseFailure", builtin: "failure-evaluator" }] });
    await made.trust();
    expect((await made.fire("PostToolUseFailure", FAILURE)).context).toContain("Install it.");
    const second = await made.fire("PostToolUseFailure", { ...FAILURE, error: "another" });
    expect(second).toMatchObject({ context: null, hooks: [{ outcome: "none" }] });
    expect(server.asked).toHaveLength(1);
  });

  it("CP-18 a model that is not set is a failure in the record, and the agent gets nothing", async () => {
    const made = place(new ProgramPlace(), await ModelServer.start("x"));
    made.writeUser("models.json", {});
    const fired = await made.fire("PostToolUseFailure", FAILURE, [], { env });
    expect(fired).toMatchObject({ verdict: "none", context: null, hooks: [{ outcome: "failed", cause: "threw" }] });
    expect(JSON.stringify(fired)).toContain("use.evaluate");
  });

  it("HT-09 CP-18 BI-O30 a model that hangs means no opinion and exit code 0, before the hook's own limit", () =>
    showSilence("PostToolUseFailure", "failure-evaluator", FAILURE));

  it("HT-09 in the daemon the key comes from the agent's variables", async () => {
    const server = await ModelServer.start('{"advice": "Install it."}');
    const made = place(new DaemonPlace(), server);
    await made.wire();
    await made.up();
    const payload = { session_id: "s1", cwd: made.project, hook_event_name: "PostToolUseFailure", ...FAILURE };
    const { stdout } = await made.launch("claude-code", "PostToolUseFailure", payload, { env });
    expect(stdout).toContain("Install it.");
    expect(server.asked[0]!.headers.authorization).toBe("Bearer k");
  });
});
