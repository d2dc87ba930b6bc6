import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { OWN_VARIABLES } from "../../src/builtins/env-isolation/_variables.js";
import { withoutVariables } from "../../src/builtins/env-isolation/without-variables.js";
import { BuiltinPlace } from "../support/builtin-place.js";

const NAME = "env-isolation";
const SHOWN = "printenv ANTHROPIC_BASE_URL SNAPHOOK_SESSION_ID KEPT";

/** What a command that went through the built-in prints, and how it ends. */
function isolated(place: BuiltinPlace, command: string, options = {}) {
  const { input } = place.call(NAME, "Bash", { command, timeout: 5 }, { options }) ?? {};
  expect(input).toMatchObject({ timeout: 5 });
  const env: Record<string, string> = { PATH: process.env["PATH"]!, HOME: place.home, KEPT: "kept" };
  for (const name of [...OWN_VARIABLES, "NPM_TOKEN"]) env[name] = "leak";
  const { stdout, stderr, status } = spawnSync("bash", ["-c", String(input?.["command"])], { env, encoding: "utf8" });
  return { stdout, stderr, status };
}

describe("env-isolation", () => {
  it.each([
    ["a plain command", `${SHOWN} || true`, "kept\n"],
    ["a replaced shell", `exec ${SHOWN}`, "kept\n"],
    ["a here-document", `cat <<EOF\n[$ANTHROPIC_BASE_URL] [$KEPT]\nEOF`, "[] [kept]\n"],
    ["a quoted here-document", `bash <<'EOF'\n${SHOWN}\nEOF`, "kept\n"],
    ["a comment in front", `# what is there?\n${SHOWN}`, "kept\n"],
    ["a line that says what runs it", `#!/usr/bin/env bash\n${SHOWN}`, "kept\n"],
    ["empty lines in front", `\n\n  ${SHOWN}`, "kept\n"],
    ["a subshell", `(${SHOWN})`, "kept\n"],
    ["a pipe", `env | grep -c BASE_URL=leak`, "0\n"],
    ["a background job", `${SHOWN} & wait $!`, "kept\n"],
    ["a function", `f() { ${SHOWN}; }; f`, "kept\n"],
    ["a child", `bash -c '${SHOWN}'`, "kept\n"],
    ["strict mode", `set -eu; echo on; ${SHOWN} || true`, "on\nkept\n"],
    ["a continued line", `printenv \\\n KEPT`, "kept\n"],
    ["a variable it sets itself", `ANTHROPIC_BASE_URL=mine printenv ANTHROPIC_BASE_URL`, "mine\n"],
    ["the end of it", `echo a; exit 3`, "a\n"],
  ])("SE-04 holds for %s", (_name, command, printed) => {
    const ran = isolated(new BuiltinPlace(), command);
    expect(ran).toMatchObject({ stdout: printed, stderr: "" });
    if (command.endsWith("exit 3")) expect(ran.status).toBe(3);
  });

  it("SE-04 only a comment that says what runs it stays a command that does nothing", () => {
    expect(isolated(new BuiltinPlace(), "#!/bin/sh")).toEqual({ stdout: "", stderr: "", status: 0 });
  });

  it("OU-07 never says a verdict, and the rewrite may be dropped", () => {
    const place = new BuiltinPlace();
    const answer = place.call(NAME, "Bash", { command: "ls" });
    expect(Object.keys(answer ?? {}).sort()).toEqual(["input", "inputOptional"]);
    expect(answer).toMatchObject({ inputOptional: true });
  });

  it("SE-04 takes away what is asked for beside, and leaves what is wanted", () => {
    const options = { also: ["NPM_TOKEN"], keep: ["OPENAI_BASE_URL"] };
    const place = new BuiltinPlace();
    expect(isolated(place, "printenv NPM_TOKEN OPENAI_BASE_URL", options).stdout).toBe("leak\n");
  });

  it("SE-04 leaves alone what is typed into an open shell, what has no command, and what it has changed before", () => {
    const place = new BuiltinPlace();
    const typed = { payload: { native_tool_name: "write_bash" } };
    expect(place.call(NAME, "Bash", { command: "my password" }, typed)).toBeUndefined();
    for (const input of [{}, { command: "" }, { command: " \n" }, { command: 5 }])
      expect(place.call(NAME, "Bash", input)).toBeUndefined();
    const { input } = place.call(NAME, "Bash", { command: "#!/bin/sh\nls" }) ?? {};
    expect(place.call(NAME, "Bash", input!)).toBeUndefined();
  });

  it("SE-04 speaks PowerShell where the tool does, behind what has to come first there", () => {
    const place = new BuiltinPlace();
    const removal = /^Remove-Item Env:ANTHROPIC_AUTH_TOKEN,Env:\S+ -ErrorAction SilentlyContinue\nGet-ChildItem$/;
    const { input } = place.call(NAME, "PowerShell", { command: "Get-ChildItem" }) ?? {};
    expect(input?.["command"]).toMatch(removal);
    const native = { payload: { native_tool_name: "powershell" } };
    expect(place.call(NAME, "Bash", { command: "Get-ChildItem" }, native)?.input?.["command"]).toMatch(removal);
    expect(withoutVariables("using namespace System\nls", ["A"], "powershell")).toBe(
      "using namespace System\nRemove-Item Env:A -ErrorAction SilentlyContinue\nls",
    );
  });

  it("SE-04 knows our variables and those of the agents", () => {
    for (const name of ["ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "OPENAI_BASE_URL", "SNAPHOOK_HOOK_ID"])
      expect(OWN_VARIABLES).toContain(name);
    // A person's own settings are not ours to take away.
    for (const name of ["PATH", "HOME", "SNAPHOOK_PRIVATE", "CLAUDE_CONFIG_DIR", "ANTHROPIC_API_KEY"])
      expect(OWN_VARIABLES).not.toContain(name);
  });
});
