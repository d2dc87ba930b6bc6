/** A project with an Opta config of its own, and what it takes to fire its events. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Decision } from "../../src/core/decision/decision.js";
import { type FireConfigOptions, fireConfig } from "./fire-config.js";

export class OptaProject {
  readonly root = mkdtempSync(join(tmpdir(), "opta-"));
  readonly config = join(this.root, ".opta/config.json");

  constructor(config: object) {
    mkdirSync(join(this.root, ".opta"));
    writeFileSync(this.config, JSON.stringify(config));
  }

  fire(event: string, payload: object = {}, more: Partial<FireConfigOptions> = {}): Promise<Decision> {
    return fireConfig({
      dialect: "opta",
      files: [{ path: this.config }],
      project: this.root,
      event,
      payload: { session_id: "s1", cwd: this.root, model: "m1", ...payload },
      ...more,
    });
  }

  path(name: string): string {
    return join(this.root, name);
  }

  /** What hooks wrote into a file of the project; empty when there is none. */
  read(name: string): string {
    return existsSync(this.path(name)) ? readFileSync(this.path(name), "utf8") : "";
  }
}

export const tool = (tool_name: string, tool_input: object = {}) => ({ tool_name, tool_input });
