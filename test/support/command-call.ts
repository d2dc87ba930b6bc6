/** Runs one command in this process, in a new folder that holds everything it keeps. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Call, Command } from "../../src/cli/command.js";
import { terminalPerson } from "../../src/cli/human/terminal-person.js";
import type { PersonCheck } from "../../src/core/ports.js";
import { type AppPaths, findPlaces } from "../../src/runtime/platform/paths.js";
import { removeFolder } from "./remove-folder.js";

export class CommandPlace {
  readonly home = mkdtempSync(join(tmpdir(), "snaphook-command-"));
  readonly places: AppPaths = findPlaces({ HOME: this.home });

  /** Asks another person than the one at this terminal. */
  constructor(readonly person?: PersonCheck) {
    onTestFinished(() => removeFolder(this.home));
  }

  async run(command: Command, args: readonly string[] = [], flags: Call["flags"] = {}, json = false) {
    const said = { out: [] as string[], err: [] as string[] };
    const out = (text: string) => void said.out.push(text);
    const code = await command.run({
      name: "",
      args,
      flags,
      json,
      cwd: this.home,
      environment: {},
      places: this.places,
      program: "",
      person: this.person ?? terminalPerson({ environment: {}, json, out, places: this.places, command: "" }),
      out,
      raw: out,
      err: (text) => said.err.push(text),
    });
    return { code, out: said.out.join("\n"), err: said.err.join("\n") };
  }

  async json<T>(command: Command, args: readonly string[] = [], flags: Call["flags"] = {}): Promise<T> {
    return JSON.parse((await this.run(command, args, flags, true)).out) as T;
  }
}
