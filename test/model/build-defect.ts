/** Builds of the engine with a defect planted in them. */
import { pathToFileURL } from "node:url";
import { bundleModule, type Defect } from "../support/bundle-module.js";
import type { EngineParts } from "./compare.js";

export async function buildParts(folder: string, name: string, defect?: Defect): Promise<EngineParts> {
  const file = await bundleModule("../test/model/engine-parts.ts", folder, {
    name,
    ...(defect === undefined ? {} : { defect }),
  });
  return (await import(pathToFileURL(file).href)) as EngineParts;
}
