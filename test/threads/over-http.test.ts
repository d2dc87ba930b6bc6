/** Threads through the daemon's API: real daemon, real runner, a scripted agent. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { ask, stopDaemon } from "../../src/client/daemon-control.js";
import { threadReply, threadsReply } from "../../src/daemon/http/schemas/threads.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { PING_PONG, ThreadPlace } from "../support/thread-place.js";

class ServedPlace extends ThreadPlace {
  override get env(): Record<string, string> {
    const { SNAPHOOK_DAEMON: _, ...env } = super.env;
    return env;
  }

  static async open(): Promise<ServedPlace> {
    const place = new ServedPlace();
    // The daemon's own environment is bare: the program is named in the profile.
    const program = join(place.root, "bin/claude");
    place.writeUser("threads/profiles.json", { profiles: { "claude-code": { agent: "claude-code", program } } });
    place.write(program, place.read(program).replace("exec", `export SCRIPT_FOLDER='${place.script}'; exec`));
    place.template(PING_PONG);
    expect((await place.run(["up", "--detach"])).code).toBe(0);
    onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
    return place;
  }

  post(body: object) {
    return ask(this, {
      method: "POST",
      path: "/v1/threads",
      body: { project: this.project, ...body },
      timeoutMs: 60_000,
    });
  }

  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const reply = await ask(this, { path, timeoutMs: 60_000 });
    if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
    return schema.parse(reply.body);
  }
}

const started = z.object({ thread: z.object({ id: z.string(), status: z.string() }) });

describe("POST /v1/threads", () => {
  it("TH-09 starts a thread that outlives the daemon, with extra hooks and a task", async () => {
    const place = await ServedPlace.open();
    const prompt = JSON.stringify({ insertAgent: true, prompt: "FROM extra" });
    const extraHooks = place.write("extra.json", { onEnd: { command: `printf '%s' '${prompt}'` } });
    place.write("TASKS.yaml", "tasks:\n  - id: t1\n    status: claimed\n");
    place.play([{ when: "CODE", until: "go", say: "first draft" }, { say: "fine [APPROVED]" }]);
    const reply = await place.post({ template: "ping-pong", message: "the task", extraHooks, taskId: "t1" });
    if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
    const { id, status } = started.parse(reply.body).thread;
    expect(status).toBe("running");
    await expect.poll(() => place.calls.length).toBe(1);
    const { threads } = await place.get("/v1/threads", threadsReply);
    expect(threads).toMatchObject([{ id, status: "running", steps: 0, userMessage: "the task", taskId: "t1" }]);
    const { pid } = JSON.parse(readFileSync(join(place.state, "daemon/address.json"), "utf8")) as { pid: number };
    process.kill(pid, "SIGKILL");
    place.write(join(place.script, "go"), "");
    await expect.poll(async () => (await place.last()).status).toBe("completed");
    expect((await place.run(["up", "--detach"])).code).toBe(0);
    const { thread, steps } = await place.get(`/v1/threads/${id}`, threadReply);
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
    expect(steps.map(({ agentSlotId, input }) => [agentSlotId, input.split("\n")[0]])).toEqual([
      ["coder", "CODE the task"],
      ["reviewer", "REVIEW first draft"],
      ["hook:end", "FROM extra"],
      ["reviewer", expect.stringContaining("Task t1 is still claimed")],
    ]);
    expect(place.calls.map(({ cwd }) => cwd)).toEqual(place.calls.map(() => place.project));
  });

  it("TH-09 refuses what the command refuses, starts nothing, and says why", async () => {
    const place = await ServedPlace.open();
    const refused = async (body: object) => {
      const reply = await place.post({ template: "ping-pong", message: "x", ...body });
      return reply.kind === "refused" ? `${reply.status} ${JSON.stringify(reply)}` : JSON.stringify(reply);
    };
    expect(await refused({ template: "ping-pnog" })).toMatch(/400 .*THREAD_REFUSED.*Did you mean \\"ping-pong\\"/);
    expect(await refused({ profile: "ghost" })).toMatch(/400 .*there is no profile/);
    expect(await refused({ extraHooks: "/does/not/exist.json" })).toMatch(/400 .*extra hooks cannot be read/);
    expect(await refused({ project: join(place.root, "nowhere") })).toMatch(/400 .*`project` is not a folder/);
    symlinkSync("circle", join(place.root, "circle"));
    expect(await refused({ project: join(place.root, "circle") })).toMatch(/400 .*`project` is not a folder/);
    expect(await refused({ project: "relative" })).toMatch(/400 .*BODY_INVALID/);
    expect(await refused({ message: " " })).toMatch(/400 .*`message` must not be empty/);
    const { agents, templates } = PING_PONG;
    const file = place.write(".snaphook/threads/ours.json", { agents, templates: { ours: templates["ping-pong"] } });
    expect(await refused({ template: "ours" })).toContain("THREAD_TEMPLATE_UNTRUSTED");
    expect((await place.trust(file)).code).toBe(0);
    place.write(file, place.read(file).replace("CODE", "EVIL"));
    expect(await refused({ template: "ours" })).toContain("THREAD_TEMPLATE_UNTRUSTED");
    expect(place.calls).toEqual([]);
    expect((await place.get("/v1/threads", threadsReply)).threads).toEqual([]);
    const unknown = await ask(place, { path: "/v1/threads/thr_00000000" });
    expect(unknown).toMatchObject({ kind: "refused", status: 404 });
  });
});
