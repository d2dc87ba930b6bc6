/** Detects whether an agent's own config disables hooks. */
import { parse } from "jsonc-parser";
import type { Adapter, WiringPlaces } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { readConfigFile } from "./config-file.js";
import { readable } from "./formats/append-json.js";

export function offSwitch({ title, wiring }: Adapter, places: WiringPlaces): Finding[] {
  return (wiring?.switches?.(places) ?? []).flatMap(({ path, off }) => {
    const read = readConfigFile(path);
    const text = "problem" in read ? undefined : read.text;
    const config: unknown = text === undefined ? undefined : parse(readable(text));
    const how = isRecord(config) ? off(config) : undefined;
    return how === undefined
      ? []
      : [finding("AGENT_HOOKS_OFF", `${title} is configured not to run our hooks: ${how}`, { file: path })];
  });
}
