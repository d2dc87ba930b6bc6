/** Hashes and random names. What makes them is brought in on first use: many calls of an agent need neither. */
const crypto = () => process.getBuiltinModule("node:crypto");

export function sha256(content: string | Uint8Array): string {
  return crypto().createHash("sha256").update(content).digest("hex");
}

export function randomName(bytes: number): string {
  return crypto().randomBytes(bytes).toString("hex");
}
