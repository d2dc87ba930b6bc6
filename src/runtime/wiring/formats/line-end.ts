/** The line ending of a text. */
export function lineEnd(text: string): "\n" | "\r\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
