/** Hashes and random names. `node:crypto` is loaded on first use: many calls need neither. */
const crypto = () => process.getBuiltinModule("node:crypto");

export function sha256(content: string | Uint8Array): string {
  return crypto().createHash("sha256").update(content).digest("hex");
}

/** Batched: a system call costs more than the bytes. */
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

/** Compares in constant time. */
export function isSame(text: string, wanted: string): boolean {
  return text.length === wanted.length && crypto().timingSafeEqual(Buffer.from(text), Buffer.from(wanted));
}
