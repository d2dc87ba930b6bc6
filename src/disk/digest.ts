/** Hashes and random names. What makes them is brought in on first use: many calls of an agent need neither. */
const crypto = () => process.getBuiltinModule("node:crypto");

export function sha256(content: string | Uint8Array): string {
  return crypto().createHash("sha256").update(content).digest("hex");
}

/** Asking the system costs more than the bytes do. */
const POOL_BYTES = 2_048;
let pool: Buffer | undefined;
let used = 0;

export function randomName(bytes: number): string {
  if (pool === undefined || used + bytes > pool.length) {
    pool = crypto().randomBytes(POOL_BYTES);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}

export function hmacSha256(key: string | Uint8Array, content: string): string {
  return crypto().createHmac("sha256", key).update(content).digest("hex");
}

/** Takes as long for a wrong text as for the right one. */
export function isSame(text: string, wanted: string): boolean {
  return text.length === wanted.length && crypto().timingSafeEqual(Buffer.from(text), Buffer.from(wanted));
}
