/** Secrets of every class, in every field of every event, by every way: nowhere on the disk, on a line, in what is printed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addressOf } from "../../src/client/daemon-control.js";
import { watchDaemon } from "../../src/client/daemon-stream.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { EVENT_NAMES } from "../../src/core/events/events.js";
import { createOtelExporter } from "../../src/daemon/otlp-export/exporter.js";
import { daemonLogLine, linesOf } from "../../src/daemon/records/daemon-log.js";
import { hookLogLine } from "../../src/runtime/record/hook-log.js";
import { recordOf } from "../../src/runtime/record/make-record.js";
import { newRecordId } from "../../src/runtime/record/record-id.js";
import { startCollector } from "../support/collector.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { ALL_TEXTS, everywhere, leakedIn, PLANTED } from "./planted.js";

function recordFor(event: string) {
  return recordOf({
    event: { name: event, payload: { hook_event_name: event, session_id: `s ${PLANTED[0]!.secret}`, ...everywhere() } },
    decision: {
      ...NO_DECISION,
      verdict: "deny",
      reason: ALL_TEXTS,
      hooks: [
        { id: "h", source: `/home/${PLANTED[1]!.secret}`, level: "user", outcome: "deny", ms: 1, detail: ALL_TEXTS },
      ],
    },
    agent: "claude-code",
    presence: "unknown",
    ms: 1,
    way: "alone",
    at: Date.now(),
    id: newRecordId(Date.now()),
  } as never);
}

describe("T10 planted secrets", () => {
  it("are in the texts they stand in", () => {
    expect(leakedIn(ALL_TEXTS)).toEqual(PLANTED.map(({ name }) => name));
  });

  it("are in no record, line or span of any event", async () => {
    const collector = await startCollector();
    const exporter = createOtelExporter({ endpoint: collector.url });
    for (const event of [...EVENT_NAMES, "my:event"]) {
      const record = recordFor(event);
      const written = [JSON.stringify(record), hookLogLine(record), JSON.stringify(linesOf(record))];
      expect([event, leakedIn(written.join("\n"))]).toEqual([event, []]);
      exporter.take(record);
    }
    await exporter.close();
    expect(collector.requests.length).toBeGreaterThan(0);
    expect(leakedIn(collector.requests.map(({ body }) => body).join("\n"))).toEqual([]);
  });

  it("are in no line about an error that quotes them", () => {
    for (const { name, text } of PLANTED)
      expect([name, leakedIn(daemonLogLine(0, "ERROR", `Unexpected token in "${text}"`))]).toEqual([name, []]);
  });

  it("are nowhere in our folders, on the stream, in telemetry or in what commands print", async () => {
    const collector = await startCollector();
    const place = new DaemonPlace();
    place.writeUser("settings.json", { otlp: { endpoint: collector.url } });
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          { id: "fails", guard: true, command: "cat >&2; exit 1" },
          {
            id: "says",
            command: `grep -o 'ghp_[A-Za-z0-9]*' | head -1 | sed 's/.*/{"decision":"deny","reason":"saw &"}/'`,
          },
        ],
        PostToolUse: [{ id: "prints", command: "cat; exit 3" }],
      },
    });
    const transcript = place.write("../transcript.jsonl", line(ALL_TEXTS));
    await place.wire();
    const payload = { ...everywhere(), session_id: "s1", cwd: place.project, transcript_path: transcript };
    const kinds = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"];
    for (const event of kinds) await place.run(["hook", "claude-code", event], { input: payload });
    expect(leakedIn(everyFile(place))).toEqual([]);

    await place.up();
    const lines: string[] = [];
    const watching = watchDaemon(addressOf(place), (one) => void lines.push(JSON.stringify(one)));
    for (const event of kinds) await place.launch("claude-code", event, { ...payload, session_id: "s2" });
    for (const event of EVENT_NAMES) {
      const body = { agent: "claude-code", event, session: "s3", payload: everywhere() };
      expect(await place.ask({ method: "POST", path: "/v1/events", body })).toMatchObject({ kind: "ok" });
    }
    await expect.poll(() => lines.filter((one) => one.includes('"kind":"event"')).length).toBeGreaterThan(kinds.length);
    watching.stop();

    const printed: string[] = [];
    const commands = [["log"], ["sessions"], ["session", "s2"], ["search", "curl"], ["stats"], ["status"], ["export"]];
    for (const args of [...commands, ["doctor"]]) {
      const { stdout, stderr } = await place.run(args);
      printed.push(stdout, stderr);
    }
    expect(printed.join("").length).toBeGreaterThan(1_000);
    await place.run(["down"]);
    expect(leakedIn(lines.join("\n"))).toEqual([]);
    expect(leakedIn(printed.join("\n"))).toEqual([]);
    expect(leakedIn(collector.requests.map(({ body }) => body).join("\n"))).toEqual([]);
    expect(leakedIn(everyFile(place))).toEqual([]);
    expect(printed.join("\n")).toMatch(/\[redacted:github-token:[0-9a-f]{8}\]/);
  });
});

/** As Claude Code writes what it said. */
function line(text: string): string {
  return `${JSON.stringify({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } })}\n`;
}

function everyFile(place: DaemonPlace): string {
  return [place.data, place.state, place.cache, place.user]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("versions"))
        .map((entry) => {
          const file = join(entry.parentPath, entry.name);
          return `${file}\n${readFileSync(file, "latin1")}`;
        }),
    )
    .join("\n");
}
