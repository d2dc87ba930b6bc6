/** A dialect's example files, copied as they are into a folder of their own, and what it takes to fire them there. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Decision } from "../../src/core/decision/decision.js";
import type { Scope } from "../../src/sources/contract.js";
import { type FireConfigOptions, fireConfig, loadConfig } from "./fire-config.js";

const FIXTURES = fileURLToPath(new URL("../fixtures/dialects/", import.meta.url));

export class FixturePlace {
  readonly root: string;
  readonly #dialect: string;

  constructor(dialect: string) {
    this.#dialect = dialect;
    this.root = mkdtempSync(join(tmpdir(), `${dialect}-`));
    cpSync(join(FIXTURES, dialect), this.root, { recursive: true });
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  /** What is in a file; empty when there is none. */
  read(...parts: string[]): string {
    return existsSync(this.path(...parts)) ? readFileSync(this.path(...parts), "utf8") : "";
  }

  /** The files of a folder, in the order they are loaded. */
  list(folder: string): string[] {
    return readdirSync(this.path(folder))
      .sort()
      .map((name) => join(folder, name));
  }

  write(path: string, content: object | string): string {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return path;
  }

  load(files: string | readonly string[], scope: Scope = "user") {
    return loadConfig({ dialect: this.#dialect, files: this.#named(files, scope), project: this.root });
  }

  fire(
    files: string | readonly string[],
    event: string,
    payload: object,
    more: Partial<FireConfigOptions> & { scope?: Scope } = {},
  ): Promise<Decision> {
    return fireConfig({
      dialect: this.#dialect,
      files: this.#named(files, more.scope ?? "user"),
      project: this.root,
      home: this.root,
      event,
      payload: { session_id: "s1", cwd: this.root, ...payload },
      ...more,
    });
  }

  #named(files: string | readonly string[], scope: Scope) {
    return [files].flat().map((path) => ({ path: this.path(path as string), scope }));
  }
}
