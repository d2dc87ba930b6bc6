import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { formatFinding } from "../../src/core/errors.js";
import { readSettings } from "../../src/daemon/lifecycle/read-settings.js";
import { loadSettings, settingsFile, USUAL_SETTINGS } from "../../src/daemon/lifecycle/settings.js";

const read = (value: unknown) =>
  readSettings("/c/daemon.json", typeof value === "string" ? value : JSON.stringify(value), "/home/me");

describe("the daemon's settings file", () => {
  let places: { config: string; home: string };
  const put = (text: string) => writeFileSync(settingsFile(places), text);
  beforeEach(() => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-settings-")));
    places = { home, config: join(home, ".config/snaphook") };
    mkdirSync(places.config, { recursive: true });
  });

  it("is not needed: without one the usual settings hold", async () => {
    expect(await loadSettings(places)).toEqual({ settings: USUAL_SETTINGS, findings: [] });
    expect(read({}).settings).toEqual(USUAL_SETTINGS);
  });

  it("FL-06 scheduled backups are off, every 30 minutes if on, and neither 4 nor 1441 are minutes between them", () => {
    expect(USUAL_SETTINGS.backup).toMatchObject({ auto: false, intervalMinutes: 30 });
    for (const intervalMinutes of [4, 1_441, 5.5, "30"]) {
      const { settings, findings } = read({ backup: { auto: true, intervalMinutes } });
      expect(findings.map(formatFinding), String(intervalMinutes)).toEqual([
        expect.stringMatching(/CONFIG_TYPE at backup\.intervalMinutes: must be/),
      ]);
      expect(settings.backup).toMatchObject({ auto: true, intervalMinutes: 30 });
    }
    for (const intervalMinutes of [5, 1_440])
      expect(read({ backup: { intervalMinutes } })).toMatchObject({
        findings: [],
        settings: { backup: { intervalMinutes } },
      });
    expect(read({ backup: { folder: "~/b" } }).settings.backup.folder).toBe("/home/me/b");
    expect(read({ backup: { folder: "b" } }).findings).toHaveLength(1);
  });

  it("takes comments, and fills in what it does not say", async () => {
    put(`{
      // the agents know this port
      "port": 4777,
      "retention": { "days": 7 },
      "otlp": { "endpoint": "http://127.0.0.1:4318", "headers": { "x-key": "k" } },
      "watch": ["/etc/hosts", "~/notes"],
      "oak": { "port": "project" },
    }`);
    expect(await loadSettings(places)).toEqual({
      findings: [],
      settings: {
        ...USUAL_SETTINGS,
        port: 4777,
        retention: { days: 7, megabytes: 500, evidenceDays: 3 },
        otlp: { endpoint: "http://127.0.0.1:4318", headers: { "x-key": "k" } },
        watch: ["/etc/hosts", join(places.home, "notes")],
        oak: { port: "project" },
      },
    });
  });

  const SLACK = {
    botToken: { file: "~/bot" },
    appToken: { variable: "SLACK_APP_TOKEN" },
    channel: "C0123",
    team: "T0123",
    approvers: ["U0123"],
  };

  it.each<[string, object, string]>([
    ["a secret in the settings", { slack: { ...SLACK, botToken: "xoxb-1" } }, "slack.botToken"],
    ["a relative file", { slack: { ...SLACK, botToken: { file: "bot" } } }, "slack.botToken.file"],
    ["no approvers", { slack: { ...SLACK, approvers: [] } }, "slack.approvers"],
    ["a name as an approver", { slack: { ...SLACK, approvers: ["@ann"] } }, "slack.approvers[0]"],
    ["a channel by name", { slack: { ...SLACK, channel: "#asks" } }, "slack.channel"],
    ["no workspace", { slack: { ...SLACK, team: undefined } }, "slack.team"],
    ["an address that is not secure", { slack: { ...SLACK, apiUrl: "http://example.org/" } }, "slack.apiUrl"],
    ["a topic with a slash", { ntfy: { topic: "a/b" } }, "ntfy.topic"],
    ["a topic for answers with a slash", { ntfy: { topic: "a", answerTopic: "b/c" } }, "ntfy.answerTopic"],
    ["one topic for both", { ntfy: { topic: "a", answerTopic: "a" } }, "ntfy.answerTopic"],
    ["a user in the address", { webhook: { url: "https://a:b@example.org/", secret: { file: "/s" } } }, "webhook.url"],
    ["no secret", { webhook: { url: "https://example.org/" } }, "webhook.secret"],
  ])("a channel with %s is left out, and all other settings hold", (_, channels, field) => {
    const { settings, findings } = read({ port: 4777, approvals: { waitMinutes: 5, channels } });
    expect(findings.map((one) => [one.code, one.field])).toEqual([["CONFIG_TYPE", `approvals.channels.${field}`]]);
    expect(settings).toMatchObject({ port: 4777, approvals: { waitMinutes: 5 } });
    const [name] = Object.keys(channels);
    const isOptional = field.endsWith("apiUrl") || field.endsWith("answerTopic");
    expect(Object.keys(settings.approvals.channels)).toEqual(isOptional ? [name] : []);
  });

  it.each([
    [{ from: "22:00", to: "22:00" }, "approvals.quietHours.to"],
    [{ from: "24:00", to: "07:00" }, "approvals.quietHours.from"],
    [{ from: "22:00" }, "approvals.quietHours.to"],
  ])("quiet hours %j are left out", (quietHours, field) => {
    const { settings, findings } = read({ approvals: { quietHours } });
    expect([settings.approvals.quietHours, findings.map((one) => one.field)]).toEqual([undefined, [field]]);
  });

  it("0 days of evidence is a valid setting: none is stored", () => {
    const { settings, findings } = read({ retention: { evidenceDays: 0 } });
    expect([settings.retention, findings]).toEqual([{ days: 90, megabytes: 500, evidenceDays: 0 }, []]);
  });

  it("says where a value is wrong, and keeps all the others", async () => {
    put('{\n  "port": "4777",\n  "idleExitMinutes": 5,\n  "watch": ["relative", "/a", 3],\n  "colour": "red"\n}\n');
    const { settings, findings } = await loadSettings(places);
    expect(settings).toEqual({ ...USUAL_SETTINGS, idleExitMinutes: 5, watch: ["/a"] });
    expect(findings.map(({ code, line, field }) => `${code} ${line} ${field}`).sort()).toEqual([
      "CONFIG_TYPE 2 port",
      "CONFIG_TYPE 4 watch[0]",
      "CONFIG_TYPE 4 watch[2]",
      "CONFIG_UNKNOWN_KEY 5 colour",
    ]);
    expect(formatFinding(findings.find(({ field }) => field === "port")!)).toContain("must be a whole number");
  });

  it("refuses what would not work: ports, limits, addresses, headers", () => {
    const wrong = [
      { port: 70_000 },
      { idleExitMinutes: -1 },
      { retention: { days: 0 } },
      { retention: { megabytes: "much" } },
      { retention: { evidenceDays: -1 } },
      { retention: [] },
      { otlp: { endpoint: "file:///etc/passwd" } },
      { otlp: { endpoint: "collector" } },
      { otlp: { headers: { "x-key": "a\r\nb: c" } } },
      { otlp: { headers: { "bad name": "k" } } },
      { watch: "/etc" },
      { oak: { port: "any" } },
      ...[0, -1, 1_441, 1e308, "30"].map((waitMinutes) => ({ approvals: { waitMinutes } })),
      ...[-1, 10_081, "720"].map((lateMinutes) => ({ approvals: { lateMinutes } })),
      ...[-1, 3_601, 0.5].map((notifyAfterSeconds) => ({ approvals: { notifyAfterSeconds } })),
    ];
    for (const value of wrong) {
      const { settings, findings } = read(value);
      expect(settings, JSON.stringify(value)).toEqual(USUAL_SETTINGS);
      expect(findings.map(({ code }) => code)).toEqual(["CONFIG_TYPE"]);
    }
  });

  it("is total: a file that is no settings file gives the usual settings and a reason", () => {
    for (const text of ["", "[]", "null", "{", '"x"', "{".repeat(50_000)]) {
      const { settings, findings } = read(text);
      expect(settings).toEqual(USUAL_SETTINGS);
      expect(findings.length).toBeGreaterThan(0);
    }
    const names = fc.constantFrom("port", "idleExitMinutes", "retention", "otlp", "watch", "oak", "__proto__");
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (value) => {
        const { settings } = read(value);
        expect(Object.keys(settings).sort()).toEqual(Object.keys(USUAL_SETTINGS).sort());
      }),
    );
  });

  it("a folder in its place is told, not thrown", async () => {
    mkdirSync(settingsFile(places));
    const { settings, findings } = await loadSettings(places);
    expect(settings).toEqual(USUAL_SETTINGS);
    expect(findings.map(({ code }) => code)).toEqual(["CONFIG_UNREADABLE"]);
  });
});
