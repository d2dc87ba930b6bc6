/** Whether bytes that came so far are one whole JSON value, for readers that cannot wait for the end of a stream. */

/** Only a chunk that ends like an object is worth trying to parse. */
export function mayComplete(chunk: Buffer): boolean {
  let last = chunk.length - 1;
  while (last >= 0 && chunk[last]! <= 0x20) last--;
  return chunk[last] === 0x7d;
}

export function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // not complete yet
  }
}
