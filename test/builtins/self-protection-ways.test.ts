/** One case or two for each defence; the whole tables are in test/self-protection. */
import { describe, expect, it } from "vitest";
import type { Case } from "../self-protection/cases/case.js";
import { GuardedHome } from "../self-protection/place.js";

const WAYS: readonly (readonly [defence: string, ...cases: Case[]])[] = [
  ["links of the call", "ln -s ~/.codex ./c2 && echo x > ./c2/hooks.json"],
  ["paths in variables", "CONF=~/.codex/hooks.json ./tool.sh", "export DEST=~/.gemini/settings.json && npm run gen"],
  ["mounts and containers", "mount --bind empty ~/.pi", "docker create -v ~/.pi:/p --name z alpine"],
  ["free archives", "tar -xPf a.tar"],
  ["names of the program", "node tools/copy.cjs off --for 1h", "cp tools/copy.cjs z.cjs; node z.cjs trust ."],
  ["agents elsewhere", "env -u HOME claude -p hi", "su - other -c 'codex exec hi'"],
  ["processes by their name", "pgrep -f snaphook | xargs kill"],
  ["lists that are handed on", "find ~/.claude -type f -exec truncate -s 0 {} ;"],
  ["commands in tools", ["mcp__shell__run", { argv: ["rm", "-f", "{HOME}/.codex/hooks.json"] }]],
  ["fields of tools", ["mcp__x__save", { document: "{HOME}/.codex/hooks.json" }]],
  ["folders of tools", ["mcp__fs__write", { root: "{HOME}/.codex", path: "hooks.json" }]],
  ["files of own hooks", ["Write", { file_path: "{HOME}/hooks/lib/rules.mjs", content: "" }]],
  [
    "own secrets",
    "cat {HOME}/.local/state/snaphook/daemon/tokens.json | wc",
    ["Read", { file_path: "token-link" }],
    ["Read", { file_path: "token-twin" }],
  ],
  [
    "own secrets in plain lines",
    "grep -n a 'token-link'",
    "cd {HOME}/.local/state/snaphook/daemon && cat tokens.json 2>/dev/null",
    "grep -rn 'a b' {HOME}/.local/state",
    "cd {HOME}/.local/state/snaphook && rg a",
    "cd {HOME}/.local && grep -rn a",
    "ls && sed -n '1,5p' \"token-twin\"",
  ],
];

describe("self-protection", () => {
  it.each(WAYS)("T4 an agent does not get past it [%s]", async (_defence, ...cases) => {
    const place = new GuardedHome();
    for (const one of cases) expect((await place.send(one)).verdict, JSON.stringify(one)).toMatch(/^(?:ask|deny)$/);
  });

  it("T4 a program may have the name of a property of objects", async () => {
    const place = new GuardedHome();
    expect((await place.send("constructor src/index.ts; hasOwnProperty -C docs")).verdict).toBe("none");
    expect((await place.send("constructor {HOME}/.codex/hooks.json")).verdict).toBe("ask");
  });

  it("T4 reading tokens, keys and records is denied with one reason and a way that works", async () => {
    const place = new GuardedHome();
    const { verdict, reason } = await place.send(["Read", { file_path: "data-link/redaction-key" }]);
    expect(verdict).toBe("deny");
    expect(reason).toContain("which contains tokens, keys or records of Snaphook. Instead: use `snaphook status`");
    expect((await place.send("snaphook status && snaphook events && snaphook why")).verdict).toBe("none");
  });

  it("T4 everyday work beside protected files goes on", async () => {
    const place = new GuardedHome();
    for (const one of ["cat ~/.claude/settings.json", "cp build/tool ~/bin/", "docker run -v $PWD:/w node npm test"])
      expect((await place.send(one)).verdict, one).toBe("none");
  });
});
