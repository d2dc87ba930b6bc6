/**
 * Whether a text for a shell reckons, or looks into variables in a way that may run what they hold: `$((x))`, `${a[x]}`,
 * `${!x}`, `${x@P}`, `[[ x -eq 1 ]]`. A shell runs commands that stand in such values, so nobody can tell what it comes to.
 */
const EVALUATES =
  /\(\(|\$\[|\$\{(?:!|[#\w]{0,80}(?:\[|@|:(?![-=?+])))|(?:^|[\s;&|(!])\[\[(?=\s)[\s\S]{0,2000}?\s-(?:eq|ne|lt|le|gt|ge|v|R)\s/;

export function evaluates(text: string): boolean {
  return EVALUATES.test(text);
}
