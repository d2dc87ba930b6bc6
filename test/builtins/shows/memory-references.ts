import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C7 OB-05",
  what: "logs reads and hits, and commits only when told",
  async show(place) {
    place.use("memory-references");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", place.project, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    git("init", "-q");
    git("config", "user.email", "ada@example.com");
    git("config", "user.name", "Ada");
    const grep = (filenames: readonly string[]) =>
      place.after("Grep", { pattern: "x", path: place.path("knowledge") }, { filenames, numFiles: filenames.length });
    await place.after("Read", { file_path: place.path("knowledge/K-001.md") });
    await place.after("Read", { file_path: place.path("knowledge/README.md") });
    await grep(["knowledge/K-002.md", "patterns/PAT-9.md"]);
    await grep([]);
    const ts = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(place.lines(place.path("_meta/access-log.jsonl"))).toEqual([
      { file: "knowledge/K-001.md", tool: "Read", ts },
      { file: "knowledge/K-002.md", tool: "Grep", ts },
      { file: "patterns/PAT-9.md", tool: "Grep", ts },
      { file: "_directory_search", tool: "Grep", ts },
    ]);
    expect(() => git("rev-parse", "HEAD")).toThrow();
    place.use({ builtin: "memory-references", options: { commit: true } });
    await place.after("Read", { file_path: place.path("experiments/EXP-3.md") });
    expect(git("log", "--format=%s", "--name-only")).toBe("chore: update access log\n\n_meta/access-log.jsonl\n");
    // What a person has staged is left alone.
    git("add", place.write("work.txt", "mine"));
    await place.after("Read", { file_path: place.path("experiments/EXP-4.md") });
    expect(git("log", "--format=%s").trim().split("\n")).toHaveLength(1);
  },
};

export default show;
