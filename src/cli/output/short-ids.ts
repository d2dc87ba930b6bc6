/** Ids on a terminal: no longer than needed to tell them apart, since commands take the beginning of an id. */
const LEAST = 8;

/** Elsewhere ids are whole. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  if (!process.stdout.isTTY) return (id) => id;
  const all = [...new Set(ids)];
  let length = LEAST;
  while (new Set(all.map((id) => id.slice(0, length))).size < all.length) length++;
  return (id) => id.slice(0, length);
}
