import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import codex from "../../src/adapters/codex/index.js";
import command from "../../src/cli/commands/agents.js";
import { settingsFile } from "../../src/daemon/lifecycle/settings.js";
import { CommandPlace } from "../support/command-call.js";

describe("the telemetry of an agent", () => {
  it("CF-23 golden: the section of Codex's config", () => {
    const section = codex.telemetry!.section({ url: "http://127.0.0.1:4777", token: "T" });
    expect(section).toBe(`[otel]
log_user_prompt = true
exporter = { otlp-http = { endpoint = "http://127.0.0.1:4777/v1/logs", protocol = "json", headers = { authorization = "Bearer T" } } }
trace_exporter = "none"
metrics_exporter = "none"
`);
    expect(parse(section)).toMatchObject({ otel: { exporter: { "otlp-http": { protocol: "json" } } } });
  });

  it("CF-23 `agents codex` offers it with what else is needed, and prints no token", async () => {
    const place = new CommandPlace();
    const { out } = await place.run(command, ["codex"]);
    expect(out).toContain(`add to ${join(place.home, ".codex/config.toml")}`);
    expect(out).toContain("http://127.0.0.1:4777/v1/logs");
    expect(out).toContain("Bearer HOOKS_TOKEN");
    expect(out).toContain('{ "port": 4777, "idleExitMinutes": 0 }');
    expect((await place.run(command, ["gemini"])).out).not.toContain("telemetry");
  });

  it("uses the port that the settings fix", async () => {
    const place = new CommandPlace();
    mkdirSync(place.places.config, { recursive: true });
    writeFileSync(settingsFile(place.places), '{ "port": 5005, "idleExitMinutes": 0 }');
    const { out } = await place.run(command, ["codex"]);
    expect(out).toContain("http://127.0.0.1:5005/v1/logs");
    expect(out).not.toContain("fixed port");
  });
});
