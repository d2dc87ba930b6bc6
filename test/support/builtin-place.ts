/** A home, a project and our own folders, for built-ins that are called directly. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { HookOutput } from "../../src/core/decision/decision.js";
import type { Services, Surroundings } from "../../src/core/hooks/builtin.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { openModels } from "../../src/runtime/models/open-models.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { removeFolder } from "./remove-folder.js";

export class BuiltinPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-builtin-")));
  /** Its name can be written in two ways. */
  readonly home = join(this.root, "home-\u00e9");
  readonly project = join(this.root, "project");
  readonly surroundings: Surroundings = {
    home: this.home,
    config: join(this.home, ".config/snaphook"),
    managed: "/etc/snaphook",
    data: join(this.home, ".local/share/snaphook"),
    state: join(this.home, ".local/state/snaphook"),
    cache: join(this.home, ".cache/snaphook"),
    sockets: join(this.home, ".local/state/snaphook/daemon"),
    project: this.project,
    cwd: this.project,
    platform: process.platform,
    environment: {},
  };

  readonly state = new MemoryState();
  /** Events that built-ins fired. */
  readonly emitted: [event: string, payload: JsonObject][] = [];
  /** To be moved by a test. */
  now = Date.now();
  readonly services: Services = {
    state: this.state,
    level: "user",
    now: () => this.now,
    regex: async () => linearRegex,
    models: () => openModels({ places: findPlaces({ HOME: this.home }), environment: this.surroundings.environment }),
    emit: (event, payload) => void this.emitted.push([event, payload]),
  };

  constructor() {
    for (const folder of [this.home, this.project]) mkdirSync(folder);
    onTestFinished(() => removeFolder(this.root));
  }

  write(path: string, text = ""): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** What a built-in answers to a call of a tool. */
  call(name: string, tool: string, input: JsonObject, more: Call = {}): Said {
    const { options = {}, payload = {}, ...changed } = more;
    const run = BUILTINS[name]!.make({ ...this.surroundings, ...changed }, options, this.services);
    const event = { hook_event_name: "PreToolUse", cwd: this.project, tool_name: tool, tool_input: input, ...payload };
    return run(event as never, undefined as never) as Said;
  }

  /** What self-protection answers to a write to this path. */
  protect(path: string, more?: Call): HookOutput | undefined {
    return this.call("self-protection", "Write", { file_path: path, content: "x" }, more);
  }
}

/** What a built-in answers; some have to look at something first. */
type Said = (HookOutput & Promise<HookOutput | undefined>) | undefined;

type Call = Partial<Surroundings> & { options?: JsonObject; payload?: JsonObject };

// The first call loads what it is judged with, and answers later; all others answer at once.
const first = { hook_event_name: "PreToolUse", cwd: "/", tool_name: "Write", tool_input: { file_path: "a" } };
const nowhere = { home: "/", config: "/", managed: "/", data: "/", state: "/", cache: "/", sockets: "/" };
const where = { ...nowhere, project: "/", cwd: "/", platform: process.platform, environment: {} };
const services = { state: new MemoryState() } as unknown as Services;
await BUILTINS["self-protection"]!.make(where, {}, services)(first as never, undefined as never);
