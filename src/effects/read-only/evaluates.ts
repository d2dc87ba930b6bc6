/**
 * True if shell text evaluates arithmetic or indirect variables: `$((x))`, `${a[x]}`, `${!x}`, `${x@P}`, `[[ x -eq 1
 * ]]`. A shell may run commands in such values, so the result cannot be determined.
 */
const EVALUATES =
  /\(\(|\$\[|\$\{(?:!|[#\w]{0,80}(?:\[|@|:(?![-=?+])))|(?:^|[\s;&|(!])\[\[(?=\s)[\s\S]{0,2000}?\s-(?:eq|ne|lt|le|gt|ge|v|R)\s/;

export function evaluates(text: string): boolean {
  return EVALUATES.test(text);
}
