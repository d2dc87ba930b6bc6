/** How the lines of a text end. */
export function lineEnd(text: string): "\n" | "\r\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
