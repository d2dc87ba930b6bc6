export function isSecret(path: string): boolean {
  return /(^|\/)(\.env(\..+)?|id_[a-z0-9]+|.+\.pem)$/.test(path);
}

export function leavesProject(path: string): boolean {
  return path.startsWith("/") || path.split("/").includes("..");
}
