import { describe, expect, it } from "vitest";
import {
  furtherArguments,
  pathArguments,
  primaryArgument,
  type ToolTable,
  toCanonicalTool,
  toNativeTool,
} from "../../src/core/events/tools.js";

const TABLE: ToolTable = {
  run_command: { name: "Bash" },
  edit_file: { name: "Edit", fields: { path: "file_path" } },
  edit: { name: "Edit", fields: { path: "file_path" } },
};

describe("canonical tools", () => {
  it("MA-14 a native call becomes a canonical one, with its fields", () => {
    expect(toCanonicalTool(TABLE, { name: "edit_file", input: { path: "/a", text: "x" } })).toEqual({
      name: "Edit",
      input: { file_path: "/a", text: "x" },
    });
  });

  it("a canonical call goes back under the first native name", () => {
    expect(toNativeTool(TABLE, { name: "Edit", input: { file_path: "/a" } })).toEqual({
      name: "edit_file",
      input: { path: "/a" },
    });
    expect(toNativeTool(TABLE, { name: "Bash", input: { command: "ls" } }).name).toBe("run_command");
  });

  it("MA-14 what the table does not know, and every MCP tool, stays as it is", () => {
    for (const name of ["mcp__x__y", "mcp__Mem__Save", "Unknown", "constructor", "__proto__"]) {
      const call = { name, input: { path: "/a" } };
      expect(toCanonicalTool(TABLE, call)).toEqual(call);
      expect(toNativeTool(TABLE, call)).toEqual(call);
    }
  });

  it("fields whose names objects inherit are not renamed", () => {
    const input = { constructor: 1, toString: 2, path: "/a" };
    expect(toCanonicalTool(TABLE, { name: "edit", input }).input).toEqual({
      constructor: 1,
      toString: 2,
      file_path: "/a",
    });
  });

  it("the primary argument is what a call is about", () => {
    expect(primaryArgument("Bash", { command: "git push", description: "x" })).toBe("git push");
    expect(primaryArgument("Edit", { file_path: "/a.rs", old_string: "x" })).toBe("/a.rs");
    expect(primaryArgument("NotebookEdit", { notebook_path: "/n.ipynb" })).toBe("/n.ipynb");
    expect(primaryArgument("WebFetch", { url: "https://a", prompt: "sum up" })).toBe("https://a");
    expect(primaryArgument("mcp__x__y", { other: 1, path: "/p" })).toBe("/p");
  });

  it("a call without a primary argument has none, whatever it is called", () => {
    expect(primaryArgument("Bash", { command: 3 })).toBeUndefined();
    expect(primaryArgument("Bash", "git push")).toBeUndefined();
    expect(primaryArgument("constructor", { other: "x" })).toBeUndefined();
    expect(primaryArgument("toString", { command: "ls" })).toBe("ls");
  });

  it("a call of several things is about each of them, and one of a single thing about nothing more", () => {
    expect(furtherArguments("Bash", { command: "ls" })).toBeUndefined();
    expect(furtherArguments("Bash", { command: "a\nb", commands: ["a", 3, "b"], urls: ["u"] })).toEqual(["a", "b"]);
    expect(furtherArguments("Edit", { file_path: "a", file_paths: ["a", "b"] })).toEqual(["a", "b"]);
    expect(furtherArguments("WebFetch", { urls: ["u"] })).toEqual(["u"]);
    expect(furtherArguments("Read", null)).toBeUndefined();
  });

  it("of an unknown tool every usual argument counts: one may hide another", () => {
    expect(furtherArguments("mcp__x__y", { command: "decoy", path: "/p", file_paths: ["q"] })).toEqual(
      expect.arrayContaining(["decoy", "/p", "q"]),
    );
  });

  it("paths are found under every usual name", () => {
    expect(pathArguments({ file_path: "/a", path: "/b", filename: "c", notebook_path: "/d", cwd: "/e" })).toEqual([
      "/a",
      "/b",
      "c",
      "/d",
    ]);
    expect(pathArguments(null)).toEqual([]);
    expect(pathArguments({ path: 3 })).toEqual([]);
  });
});
