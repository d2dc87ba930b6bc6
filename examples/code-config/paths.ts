import { isAbsolute, relative, resolve, sep } from "node:path";

export function isSecret(path: string): boolean {
  return /(^|\/)(\.env(\..+)?|id_[a-z0-9]+|.+\.pem)$/.test(path);
}

/** Agents send absolute paths; a relative one starts at the folder they work in. */
export function leavesProject(path: string, cwd: string): boolean {
  const inside = relative(cwd, resolve(cwd, path));
  return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}
