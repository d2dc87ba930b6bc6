/** Hashes and random names. What makes them is brought in on first use: many calls of an agent need neither. */
const crypto = () => process.getBuiltinModule("node:crypto");

export function sha256(content: string | Uint8Array): string {
  return crypto().createHash("sha256").update(content).digest("hex");
}

export function randomName(bytes: number): string {
  return crypto().randomBytes(bytes).toString("hex");
}

export function hmacSha256(key: string | Uint8Array, content: string): string {
  return crypto().createHmac("sha256", key).update(content).digest("hex");
}
