/** Splits a space-separated list: long tables are easier to read without quotes. */
export function listed(text: string): string[] {
  return text.trim().split(/\s+/);
}
