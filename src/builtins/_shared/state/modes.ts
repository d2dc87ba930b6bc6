/**
 * Ways of working that stay on until they are done. A registry says which there are: a file with `{ "modes": { NAME: … } }`,
 * or a folder with one `NAME.json` each. Which are on is remembered for each project.
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
  /** Words of a prompt that switch it on. */
  readonly keywords: readonly string[];
  /** What the model is told when it is switched on. */
  readonly hint: string;
  /** What the model is told when it wants to stop and the mode is still on. */
  readonly goOn: string;
  /** On in every conversation. */
  readonly always: boolean;
}

export const MODE_OPTIONS = {
  registry: { type: "text", help: "the file or folder that says which modes there are; needed" },
} satisfies BuiltinOptions;

export const checkModeOptions = checkedBy(MODE_OPTIONS, ({ registry }) =>
  registry === undefined ? "`registry` must name the file or folder that says which modes there are" : undefined,
);

const MOST_BYTES = 200_000;
const MOST_MODES = 100;

/** Undefined where there is no registry. */
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

/** It must not look as if it had done its work. */
export function noRegistry(name: string, registry: unknown): HookOutput {
  return message(`${name} does nothing: there is no registry of modes at ${String(registry)}.`);
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

/** Where mode-recovery keeps what was on. */
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
