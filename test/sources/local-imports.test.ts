import { describe, expect, it } from "vitest";
import { localImports } from "../../src/sources/trust/local-imports.js";

/** What a script at /p/start brings in, of files that hold nothing themselves. */
function importsOf(start: string, text: string, others: readonly string[] = []): string[] {
  const files = new Map([[start, text], ...others.map((path): [string, string] => [path, ""])]);
  return localImports([start], (path) => files.get(path));
}

describe("what a script brings in", () => {
  it.each([
    [`import a from "./a.mjs"`, "/p/a.mjs"],
    [`import './a.mjs';`, "/p/a.mjs"],
    [`export * from "../a.js"`, "/a.js"],
    [`const a = require('./a.cjs')`, "/p/a.cjs"],
    ["const a = await import(`./a.mjs`)", "/p/a.mjs"],
    [`new Worker(new URL("./a.mjs", import.meta.url))`, "/p/a.mjs"],
    [`import data from "./a.json" with { type: "json" }`, "/p/a.json"],
  ])("T3 JavaScript: %s", (text, expected) => {
    expect(importsOf("/p/start.mjs", text)).toEqual([expected]);
  });

  it("T3 JavaScript without an ending, by the name TypeScript will have, and a folder's index", () => {
    const text = `import "./a"; import "./b.js"; import "./c"; import "node:fs"; import "package";`;
    const found = importsOf("/p/start.ts", text, ["/p/a.ts", "/p/b.ts", "/p/c/index.js"]);
    expect(found).toEqual(["/p/a.ts", "/p/b.ts", "/p/c/index.js"]);
  });

  it.each([
    ["./a", "/p/a"],
    ["./a", "/p/a.js"],
    ["./a", "/p/a.mjs"],
    ["./a", "/p/a.cjs"],
    ["./a", "/p/a.ts"],
    ["./a", "/p/a.mts"],
    ["./a", "/p/a.cts"],
    ["./a", "/p/a.json"],
    ["./a", "/p/a/index.js"],
    ["./a", "/p/a/index.mjs"],
    ["./a", "/p/a/index.ts"],
    ["./a.js", "/p/a.ts"],
    ["./a.mjs", "/p/a.mts"],
    ["./a.cjs", "/p/a.cts"],
  ])("T3 JavaScript: %s is %s where that is there", (specifier, path) => {
    expect(importsOf("/p/start", `#!/usr/bin/env node\nimport "${specifier}";`, [path])).toEqual([path]);
    expect(importsOf("/p/start.mjs", `import "${specifier}";`)).toEqual([`/p/${specifier.slice(2)}`]);
  });

  it("nothing of a file in no language that is known", () => {
    expect(importsOf("/p/start.txt", `import "./a.mjs"\n. ./lib.sh\nimport helper`, ["/p/helper.py"])).toEqual([]);
  });

  it.each([
    [". ./lib.sh", "/p/lib.sh"],
    ["source lib.sh", "/p/lib.sh"],
    [`. "$(dirname "$0")/lib.sh"`, "/p/lib.sh"],
    [`source "\${BASH_SOURCE%/*}/lib.sh"`, "/p/lib.sh"],
    [`source "$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)/lib.sh"`, "/p/lib.sh"],
    ["  . /p/other/lib.sh && true", "/p/other/lib.sh"],
  ])("T3 shell: %s", (text, expected) => {
    expect(importsOf("/p/start.sh", `#!/bin/sh\n${text}\n`)).toEqual([expected]);
    expect(importsOf("/p/start", `#!/usr/bin/env bash\n${text}\n`)).toEqual([expected]);
  });

  it.each([
    ["import helper", ["/p/helper.py"]],
    ["import os, helper as h", ["/p/helper.py"]],
    ["from helper import a, b", ["/p/helper.py"]],
    ["from .helper import a", ["/p/helper.py"]],
    ["from . import helper", ["/p/helper.py"]],
    ["from pack import mod", ["/p/pack/__init__.py", "/p/pack/mod.py"]],
    ["from pack import nothing as n, mod as m", ["/p/pack/__init__.py", "/p/pack/mod.py"]],
    ["import pack.mod", ["/p/pack/mod.py", "/p/pack/__init__.py"]],
    ["import pack.mod as m, helper", ["/p/pack/mod.py", "/p/pack/__init__.py", "/p/helper.py"]],
    ["from pack.mod import a", ["/p/pack/mod.py", "/p/pack/__init__.py"]],
    ["from .pack.mod import a", ["/p/pack/mod.py", "/p/pack/__init__.py"]],
    ["from ..up import a", ["/up.py"]],
    ["from .. import up", ["/up.py"]],
    ["import up", []],
    ["import json", []],
  ])("T3 Python: %s", (text, expected) => {
    const files = ["/p/helper.py", "/p/pack/__init__.py", "/p/pack/mod.py", "/up.py", "/p.py"];
    expect(importsOf("/p/start.py", `${text}\n`, files)).toEqual(expected);
    expect(importsOf("/p/start", `#!/usr/bin/env python3\n${text}\n`, files)).toEqual(expected);
  });

  it("follows what is brought in, round in circles too, and covers what is not there as absent", () => {
    const files = new Map([
      ["/p/a.mjs", `import "./b.mjs"`],
      ["/p/b.mjs", `import "./a.mjs"; import "./gone.mjs"`],
    ]);
    expect(localImports(["/p/a.mjs"], (path) => files.get(path))).toEqual(["/p/b.mjs", "/p/gone.mjs"]);
  });

  it("follows no more than 500 files", () => {
    const next = (path: string) => `import "./${Number(/\d+/.exec(path)![0]) + 1}.mjs"`;
    const found = localImports(["/p/1.mjs"], next);
    expect([found.length, found.at(-1)]).toEqual([499, "/p/500.mjs"]);
  });
});
