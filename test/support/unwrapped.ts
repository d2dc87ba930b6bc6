/** Text of a terminal in one line, without colours: where a line is wrapped depends on the paths in it. */
export function unwrapped(text: string): string {
  return text.replace(/\u001b\[\d+m/g, "").replace(/\s+/g, " ");
}
