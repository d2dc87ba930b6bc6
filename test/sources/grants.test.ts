import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHooks } from "../../src/index.js";
import { loadHooks } from "../../src/load.js";
import { bash, ProgramPlace } from "../support/program.js";

/** A server of this machine that denies, and keeps what it was called with. */
async function policyServer() {
  const calls: { host: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer(({ headers: { host, authorization } }, response) => {
    calls.push({ host, authorization });
    response.end(`{"decision":"deny","reason":"by the server"}`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, calls };
}

const remote = (url: string) => ({
  id: "remote",
  guard: true,
  type: "http",
  url,
  headers: { authorization: "Bearer ${POLICY_TOKEN}" },
  passEnv: ["POLICY_TOKEN"],
});
const inFile = (hook: object, more: object = {}) => ({ ...more, hooks: { PreToolUse: [hook] } });
const env = { POLICY_TOKEN: "t0p" };

async function trusted(config: object): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  place.write(".snaphook/hooks.json", config);
  expect((await place.trust()).code).toBe(0);
  return place;
}

const codes = async (place: ProgramPlace) => (await place.validate()).findings.map(({ code }) => code);

describe("what the person grants to hooks of a project", () => {
  it("T12 T11 without a grant nothing is called and nothing leaks, and both are told when it is loaded", async () => {
    const server = await policyServer();
    const place = await trusted(inFile(remote(server.url)));
    const { findings } = await place.validate();
    expect(findings).toMatchObject([
      { code: "HOOK_ENV_NOT_GRANTED", severity: "warning", message: expect.stringContaining("POLICY_TOKEN") },
      {
        code: "HOOK_HOST_NOT_ALLOWED",
        severity: "warning",
        message: expect.stringContaining(`127.0.0.1:${server.port}`),
      },
    ]);
    expect(findings.map(({ fix }) => fix).join()).toMatch(
      /`grantEnv` in your user config.*`allowHosts` in your user config/,
    );
    const fired = await place.fire("PreToolUse", bash("ls"), [], { env });
    expect(fired).toMatchObject({ decision: "deny", hooks: [{ outcome: "failed", cause: "http-refused" }] });
    expect(server.calls).toEqual([]);
  });

  it("T12 T11 each grant gives what it names, from any of the person's files", async () => {
    const server = await policyServer();
    const place = await trusted(inFile(remote(server.url)));
    place.writeUser("hooks.json", { allowHosts: ["other.test"], grantEnv: ["OTHER_TOKEN"] });
    place.writeUser("hooks.yaml", `allowHosts: ["127.0.0.1:${server.port}"]\n`);
    expect(await codes(place)).toEqual(["HOOK_ENV_NOT_GRANTED"]);
    expect(await place.fire("PreToolUse", bash("ls"), [], { env })).toMatchObject({ reason: "by the server" });
    place.writeUser("hooks.yml", "grantEnv: [POLICY_TOKEN]\n");
    expect(await codes(place)).toEqual([]);
    expect(await place.fire("PreToolUse", bash("ls"), [], { env })).toMatchObject({ reason: "by the server" });
    expect(server.calls.map(({ authorization }) => authorization)).toEqual(["Bearer", "Bearer t0p"]);
    const tried = await place.run(["test", "remote", "--payload", "-"], { env, input: bash("ls") });
    expect(tried.stdout).toContain("by the server");
  });

  it("T2 T12 T11 a project cannot grant itself anything: its keys are dropped with a warning", async () => {
    const server = await policyServer();
    const grants = { allowHosts: ["127.0.0.1"], grantEnv: ["POLICY_TOKEN"] };
    const place = await trusted(inFile(remote(server.url), grants));
    const { findings } = await place.validate();
    const dropped = findings.filter(({ code }) => code === "CONFIG_SCOPE");
    expect(dropped.map(({ field }) => field)).toEqual(["allowHosts", "grantEnv"]);
    expect(dropped[0]).toMatchObject({ severity: "warning", line: 2 });
    expect(await place.fire("PreToolUse", bash("ls"), [], { env })).toMatchObject({
      hooks: [{ cause: "http-refused" }],
    });
    expect(server.calls).toEqual([]);
  });

  it("T2 T12 neither can a file of one hook, of another system, or of a folder inside", async () => {
    const server = await policyServer();
    const place = await trusted(inFile(remote(server.url)));
    const grants = { allowHosts: ["127.0.0.1"], grantEnv: ["POLICY_TOKEN"] };
    place.writeUser("hooks.json", { dialects: ["claude", "opta", "arawn"] });
    place.write(".git/HEAD", "");
    place.write(".snaphook/hooks.d/more.json", { event: "Stop", command: "true", ...grants });
    place.write(".claude/settings.json", {
      hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
      ...grants,
    });
    place.write("web/.snaphook/hooks.json", { ...grants, hooks: {} });
    await place.trust(".", ["--dialect", "claude"]);
    await place.trust("web");
    const web = place.path("web");
    const fired = await place.fire("PreToolUse", { ...bash("ls"), cwd: web }, [], { env, cwd: web });
    expect(fired).toMatchObject({ hooks: [{ cause: "http-refused" }] });
    expect(server.calls).toEqual([]);
  });

  it("T12 your own hooks need no grant for an address that they name", async () => {
    const server = await policyServer();
    const place = new ProgramPlace();
    place.writeUser("hooks.json", inFile(remote(server.url)));
    expect(await codes(place)).toEqual([]);
    expect(await place.fire("PreToolUse", bash("ls"), [], { env })).toMatchObject({ reason: "by the server" });
    expect(server.calls).toEqual([{ host: `127.0.0.1:${server.port}`, authorization: "Bearer t0p" }]);
  });

  it("T12 an entry that is no host is told, and grants nothing", async () => {
    const place = new ProgramPlace();
    for (const wrong of ["*", "http://a.test/", "a.test/path", "user@a.test", "10.0.0.0/8", "a b", ""]) {
      place.writeUser("hooks.json", { allowHosts: ["fine.test", wrong] });
      const { findings } = await place.validate();
      expect(findings, wrong).toMatchObject([{ code: "CONFIG_TYPE", field: "allowHosts[1]" }]);
    }
    for (const right of ["a.test", "*.a.test", "a.test:8080", "10.0.0.5", "[::1]", "[::1]:80", "bücher.test"]) {
      place.writeUser("hooks.json", { allowHosts: [right] });
      expect(await codes(place), right).toEqual([]);
    }
  });

  it("T12 T11 an embedder passes the person's grants along", async () => {
    const server = await policyServer();
    const place = await trusted(inFile(remote(server.url)));
    place.writeUser("hooks.json", { allowHosts: ["127.0.0.1"], grantEnv: ["POLICY_TOKEN"] });
    const environment = { ...place.env, ...env };
    const { entries, reach } = await loadHooks({ cwd: place.project, environment });
    expect(reach).toEqual({
      root: place.project,
      cwd: place.project,
      allowHosts: ["127.0.0.1"],
      grantEnv: ["POLICY_TOKEN"],
    });
    const reasons: (string | undefined)[] = [];
    for (const options of [
      { entries, environment },
      { entries, environment, reach },
    ]) {
      const hooks = createHooks(options);
      reasons.push((await hooks.fire("PreToolUse", bash("ls"))).reason);
      await hooks.close();
    }
    expect(reasons).toEqual([expect.stringContaining("allowHosts"), "by the server"]);
    expect(server.calls).toHaveLength(1);
  });

  it("T12 proxies of the environment hear nothing of a call", async () => {
    const server = await policyServer();
    const proxy = await policyServer();
    const place = new ProgramPlace();
    place.writeUser("hooks.json", inFile(remote(server.url)));
    const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy", "npm_config_proxy"];
    const proxied = { ...Object.fromEntries(names.map((name) => [name, proxy.url])), NODE_USE_ENV_PROXY: "1" };
    expect(await place.fire("PreToolUse", bash("ls"), [], { env: { ...env, ...proxied } })).toMatchObject({
      reason: "by the server",
    });
    expect([server.calls.length, proxy.calls.length]).toEqual([1, 0]);
  });
});
