/**
 * Modes: ways of working that stay on until they are done. A registry defines them: a file with `{ "modes": { NAME: … }
 * }`, or a directory with one `NAME.json` each. Active modes are stored per project.
 */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type HookOutput, message } from "../../../core/decision/decision.js";
import type { Services, Surroundings } from "../../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../../core/hooks/builtin-options.js";
import { isRecord, type JsonObject, parseObject } from "../../../core/text/json.js";
import { optionPath } from "../paths/option-path.js";
import { readOwnFile } from "../paths/safe-files.js";

export interface Mode {
  readonly name: string;
  /** Keywords in a prompt that activate it. */
  readonly keywords: readonly string[];
  /** Context for the model on activation. */
  readonly hint: string;
  /** Context for the model if it wants to stop while the mode is active. */
  readonly goOn: string;
  /** Active in every conversation. */
  readonly always: boolean;
}

export const MODE_OPTIONS = {
  registry: { type: "text", help: "File or directory that defines the modes (required)" },
} satisfies BuiltinOptions;

export const checkModeOptions = checkedBy(MODE_OPTIONS, ({ registry }) =>
  registry === undefined ? "`registry` must name the file or directory that defines the modes" : undefined,
);

const MOST_BYTES = 200_000;
const MOST_MODES = 100;

/** Undefined if there is no registry. */
export async function readModes(registry: unknown, surroundings: Surroundings): Promise<readonly Mode[] | undefined> {
  const path = optionPath(registry, surroundings);
  const names = await readdir(path).catch(() => undefined);
  if (names === undefined) {
    const modes = (await readJson(path))?.["modes"];
    return isRecord(modes) ? Object.entries(modes).slice(0, MOST_MODES).map(asMode) : undefined;
  }
  const files = names.filter((name) => name.endsWith(".json")).slice(0, MOST_MODES);
  return Promise.all(
    files.map(async (name) => asMode([basename(name, ".json"), (await readJson(join(path, name))) ?? {}])),
  );
}

/** Warn, so that it does not look as if it worked. */
export function noRegistry(name: string, registry: unknown): HookOutput {
  return message(`${name} does nothing: there is no mode registry at ${String(registry)}.`);
}

export async function activeModes(modes: readonly Mode[], where: Surroundings, services: Services): Promise<Mode[]> {
  const on = switchedOn(await services.state.read(keyOf(where)));
  return modes.filter(({ name, always }) => always || on.includes(name));
}

export async function switchOn(names: readonly string[], where: Surroundings, { state }: Services): Promise<void> {
  await state.update(keyOf(where), (old) => [...new Set([...switchedOn(old), ...names])]);
}

export async function switchAllOff(where: Surroundings, { state }: Services): Promise<void> {
  await state.update(keyOf(where), () => undefined);
}

/** Where mode-recovery stores active modes. */
export function recoveryFile({ cache }: Surroundings, conversation: string): string {
  return join(cache, "modes", `${conversation}.json`);
}

async function readJson(path: string): Promise<JsonObject | undefined> {
  const file = await readOwnFile(path, MOST_BYTES);
  return file === undefined ? undefined : parseObject(file.text);
}

function asMode([name, value]: readonly [string, unknown]): Mode {
  const { keywords, hint, continue: goOn, active } = isRecord(value) ? value : {};
  return {
    name,
    keywords: Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : [],
    hint: typeof hint === "string" ? hint : `Mode ${name} is on.`,
    goOn: typeof goOn === "string" ? goOn : "",
    always: active === true,
  };
}

function switchedOn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function keyOf({ project }: Surroundings): string {
  return `modes:${project}`;
}
