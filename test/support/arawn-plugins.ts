/** Plugin folders and settings files of Arawn in a place of their own, and what it takes to fire their events. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Decision } from "../../src/core/decision/decision.js";
import { type FireConfigOptions, fireConfig, loadConfig } from "./fire-config.js";

export const MANIFEST = ".claude-plugin/plugin.json";
const FIXTURES = fileURLToPath(new URL("../fixtures/dialects/", import.meta.url));

export class ArawnPlace {
  readonly root = mkdtempSync(join(tmpdir(), "arawn-"));
  readonly home = this.path("home");

  constructor() {
    mkdirSync(this.home);
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  /** What hooks wrote into a file; empty when there is none. */
  read(...parts: string[]): string {
    return existsSync(this.path(...parts)) ? readFileSync(this.path(...parts), "utf8") : "";
  }

  write(path: string, content: object | string, mode = 0o644): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    chmodSync(file, mode);
    return file;
  }

  /** A copy of a fixture; returns the manifest. */
  copyPlugin(name: string, to = `plugins/${name}`): string {
    cpSync(join(FIXTURES, "arawn", name), this.path(to), { recursive: true });
    return this.path(to, MANIFEST);
  }

  /** A plugin with this manifest; returns the manifest's path. */
  plugin(name: string, manifest: object | string): string {
    return this.write(`plugins/${name}/${MANIFEST}`, manifest);
  }

  /** A plugin with these hooks. */
  hooks(hooks: object, name = "p"): string {
    return this.plugin(name, { name, hooks });
  }

  settings(scope: "user" | "project", settings: object | string): string {
    return this.write(scope === "user" ? "home/.arawn/settings.json" : ".arawn/settings.json", settings);
  }

  load(dialect: string, ...paths: string[]) {
    return loadConfig({
      dialect,
      files: paths.map((path) => ({ path, scope: "plugin" })),
      project: this.root,
    });
  }

  fire(
    dialect: string,
    path: string | string[],
    event: string,
    payload: object = {},
    more: Partial<FireConfigOptions> = {},
  ): Promise<Decision> {
    return fireConfig({
      dialect,
      files: [path].flat().map((one) => ({ path: one, scope: "plugin" })),
      project: this.root,
      home: this.home,
      event,
      payload: { session_id: "s1", cwd: this.root, ...payload },
      ...more,
    });
  }
}

/** The fixtures of the user's and of the project's settings, copied; returns both files. */
export function copySettings(place: ArawnPlace): string[] {
  cpSync(join(FIXTURES, "arawn2/home"), place.home, { recursive: true });
  cpSync(join(FIXTURES, "arawn2/project"), place.root, { recursive: true });
  return [place.path("home/.arawn/settings.json"), place.path(".arawn/settings.json")];
}

/** One group with one command hook, as both of Arawn's formats write it. */
export const group = (command: string, more: object = {}, around: object = {}) => [
  { ...around, hooks: [{ type: "command", command, ...more }] },
];
export const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
