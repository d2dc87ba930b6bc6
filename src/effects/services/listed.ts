/** Names as a text, because a table of many is read more easily than a column of quotes. */
export function listed(text: string): string[] {
  return text.trim().split(/\s+/);
}
