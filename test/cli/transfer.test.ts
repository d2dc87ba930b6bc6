import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import exportCommand from "../../src/cli/commands/export.js";
import importCommand from "../../src/cli/commands/import.js";
import sessionCommand from "../../src/cli/commands/session.js";
import { storeFile } from "../../src/client/store-file.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { eventRecord, START } from "../support/capture-rows.js";
import { CommandPlace } from "../support/command-call.js";

const records = ["s1", "s2"].flatMap((session, n) => [
  eventRecord("UserPromptSubmit", { prompt: `work of ${session}` }, { session, at: START + n }),
  eventRecord("PostToolUse", { tool_name: "Bash", output_summary: "ok" }, { session, at: START + 10 + n }),
  eventRecord("Stop", { response: "from the transcript" }, { session, at: START + 20 + n }),
]);

async function filled(): Promise<CommandPlace> {
  const place = new CommandPlace();
  const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
  await store!.append(records);
  await store!.close();
  return place;
}

describe("export and import", () => {
  it("CP-01 what was exported makes the same sessions elsewhere, and only once", async () => {
    const [here, there] = [await filled(), new CommandPlace()];
    const { code, out } = await here.run(exportCommand);
    expect(code).toBe(0);
    expect(out.split("\n")).toHaveLength(6);
    const file = join(there.home, "events.jsonl");
    writeFileSync(file, `${out}\n`);
    expect(await there.json(importCommand, [file])).toEqual({ stored: 6, known: 0, left: 0, damaged: [] });
    for (const id of ["s1", "s2"]) {
      // Any program may have written the file, so its prompts do not count as the user's.
      const imported = JSON.stringify(await there.json(sessionCommand, [id]));
      expect(imported).toContain('"promptFrom":"import"');
      expect(JSON.parse(imported.replaceAll('"promptFrom":"import",', ""))).toEqual(
        JSON.parse(JSON.stringify(await here.json(sessionCommand, [id]))),
      );
    }
    expect((await there.run(importCommand, [file])).out).toBe(
      "0 events stored, 6 duplicates skipped, 0 of private sessions skipped.",
    );
  });

  it("events of the same millisecond are exported once each, in their order", async () => {
    const place = new CommandPlace();
    const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
    const same = Array.from({ length: 1_300 }, (_, n) => eventRecord("Stop", {}, { session: `s${n % 2}` }));
    await store!.append(same);
    await store!.close();
    const exported = async (flags = {}) =>
      (await place.run(exportCommand, [], flags)).out
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(await exported()).toEqual(same.map(({ id }) => id));
    expect(await exported({ session: "s1" })).toEqual(same.filter((_, n) => n % 2 === 1).map(({ id }) => id));
  });

  it("CP-01 exports one session", async () => {
    const { out } = await (await filled()).run(exportCommand, [], { session: "s2" });
    expect(out.split("\n").map((line) => (JSON.parse(line) as { session: string }).session)).toEqual([
      "s2",
      "s2",
      "s2",
    ]);
  });

  it("CP-01 nothing to export, no such session, no such file, lines that are no events", async () => {
    const place = new CommandPlace();
    expect(await place.run(exportCommand)).toEqual({ code: 0, out: "", err: "" });
    const unknown = await (await filled()).run(exportCommand, [], { session: "s9" });
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toMatch(/SESSION_NOT_FOUND/);
    const missing = await place.run(importCommand, ["missing.jsonl"]);
    expect(missing).toMatchObject({ code: 2, out: "" });
    expect(missing.err).toMatch(/FILE_UNREADABLE.*ENOENT/);
    expect((await place.run(importCommand, ["."])).err).toMatch(/EISDIR/);
    writeFileSync(join(place.home, "bad.jsonl"), `${JSON.stringify(records[0])}\nrubbish\n{}\n`);
    const bad = await place.run(importCommand, ["bad.jsonl"]);
    expect(bad.code).toBe(1);
    expect(bad.out).toMatch(/^1 event stored/);
    expect(bad.err).toBe("2 lines have no event: 2, 3.");
  });
});
