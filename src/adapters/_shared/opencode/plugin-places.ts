/** Plugin locations of OpenCode and its forks: two directories, and the config that names more. */
import { join } from "node:path";

export function pluginPlaces(folder: string, name: string): string[] {
  return [...pluginFolders(folder), ...configFiles(folder, name)];
}

export function pluginFolders(folder: string): string[] {
  return ["plugin", "plugins"].map((one) => join(folder, one));
}

export function configFiles(folder: string, name: string): string[] {
  return [`${name}.json`, `${name}.jsonc`].map((one) => join(folder, one));
}
