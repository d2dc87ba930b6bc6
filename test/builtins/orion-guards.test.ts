import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { OrionPlace } from "../support/orion-place.js";

const judged = (place: OrionPlace, name: string, tool_name: string, tool_input: JsonObject, options: JsonObject = {}) =>
  place.fire(name, "PreToolUse", { tool_name, tool_input }, options);

describe("Orion's guards", () => {
  it.each([
    ["Write", { file_path: "Projects/x/_meta.yaml", content: "" }],
    ["Edit", { file_path: ".orion/index.json", old_string: "a", new_string: "b" }],
    ["Bash", { command: "echo done > Projects/x/_meta.yaml" }],
    ["Bash", { command: "cd Projects/x && rm -f _meta.yaml" }],
  ])("BI-O27 system-guard denies %s of a system file: %j", async (tool, input) => {
    expect(await judged(new OrionPlace(), "system-guard", tool, input)).toEqual({
      verdict: "deny",
      reason: expect.stringMatching(
        /^(?:Projects\/x\/_meta\.yaml|\.orion\/index\.json) is managed by the system .*orion para update/,
      ),
    });
  });

  it.each([
    ["Write", { file_path: "Projects/x/meta.yaml", content: "" }],
    ["Write", { file_path: "/elsewhere/_meta.yaml", content: "" }],
    ["Read", { file_path: "Projects/x/_meta.yaml" }],
    ["Bash", { command: "cat Projects/x/_meta.yaml" }],
    ["Bash", { command: "orion para update x" }],
  ])("BI-O27 system-guard lets %s pass: %j", async (tool, input) => {
    expect(await judged(new OrionPlace(), "system-guard", tool, input)).toEqual({});
  });

  it("BI-O27 system-guard guards the files it is told to", async () => {
    const options = { files: ["*.db"], folder: "vault", instead: "`vault set`" };
    const place = new OrionPlace();
    const write = (file_path: string) => judged(place, "system-guard", "Write", { file_path, content: "" }, options);
    expect(await write("vault/a/main.db")).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("vault set"),
    });
    expect(await write("main.db")).toEqual({});
    expect(await write("vault/_meta.yaml")).toEqual({});
  });

  it.each([
    ["mkdir Projects/garden", "orion para create-entity --type project --name garden"],
    ["mkdir -p 'Projects/Tea Shop/notes'", 'orion para create-entity --type project --name "Tea Shop"'],
    ["cd Areas && mkdir -m 755 health", "orion para create-entity --type area --name health"],
    ["ls; sudo mkdir ./Resources/books", "orion para create-entity --type resource --name books"],
  ])("BI-O28 cli-redirect denies %s and names the command", async (command, right) => {
    expect(await judged(new OrionPlace(), "cli-redirect", "Bash", { command })).toEqual({
      verdict: "deny",
      reason: expect.stringContaining(`Instead: \`${right}\`.`),
    });
  });

  it("BI-O28 cli-redirect lets pass what it names itself, folders of what is there, and other places", async () => {
    const place = new OrionPlace();
    mkdirSync(`${place.project}/Projects/garden`, { recursive: true });
    for (const command of [
      "orion para create-entity --type project --name garden2",
      "mkdir Projects/garden/notes",
      "mkdir Projects",
      "mkdir src/Projects/x",
      "echo mkdir Projects/y",
      "ls Projects/y",
    ])
      expect(await judged(place, "cli-redirect", "Bash", { command }), command).toEqual({});
    const options = { types: { Trips: "trip" }, command: "trips add {name}" };
    expect(await judged(place, "cli-redirect", "Bash", { command: "mkdir Trips/rome" }, options)).toMatchObject({
      reason: expect.stringContaining("`trips add rome`"),
    });
  });
});
