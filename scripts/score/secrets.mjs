/**
 * Texts through the redactor. Secrets are counted in three groups: those with a form of their own, those beside a name that
 * says what they are, and values that stand alone and could be anything. `exact`: the secret is gone, and nothing else is.
 * A row that names no secret is exact when a tag is in it, and nothing but the tag where it was one word.
 */
import { tally } from "./table.mjs";

const TAG = /\[redacted:[a-z0-9-]+(?::[0-9a-f]{8})?\]/g;

export default function scoreSecrets(rows, { redactText }) {
  const judged = rows.map((row) => {
    const redacted = redactText(row.text);
    const altered = redacted !== row.text;
    return { ...row, label: labelOf(row), redacted, altered, exact: altered && isExact(row, redacted) };
  });
  return {
    figures: tally(judged, ["altered", "exact"], ({ label, altered, exact }) =>
      [altered ? "altered" : "", exact && label.startsWith("secret") ? "exact" : ""].filter((name) => name !== ""),
    ),
    missed: judged.filter(({ label, altered, exact }) => (label.startsWith("secret") ? !exact : altered)),
  };
}

/** Assigned values and header lines against tokens that can be known by themselves. */
function labelOf({ label, text, secret, category }) {
  if (label !== "secret") return label;
  if (/^(?:curl|generic|basicauth|database-connection-string)\b/.test(category)) return "secret: keyword + value";
  const token = secret ?? text.trim();
  if (/^[A-Za-z]\w{0,12}[-_.][\w-]+|:\/\/|^ey|-----BEGIN/.test(token) && hasForm(token)) return "secret: vendor format";
  if (!/\s/.test(text.trim())) return "secret: value alone";
  return secret === undefined && !/config|test_secrets|_(?:key|token|pass)/.test(text)
    ? "secret: vendor format"
    : "secret: keyword + value";
}

/** Letters and a sign that say who gave it out, before what was drawn. */
function hasForm(token) {
  const [start] = token.split(/[-_.]/, 1);
  return /:\/\/|^ey|-----BEGIN/.test(token) || (start.length <= 10 && !/[a-z]\d|\d[a-z]/i.test(start.slice(0, -1)));
}

function isExact({ text, secret }, redacted) {
  if (secret !== undefined && text.includes(secret)) {
    const [before, after] = [text.slice(0, text.indexOf(secret)), text.slice(text.indexOf(secret) + secret.length)];
    const left = redacted.replace(TAG, "");
    return (
      !redacted.includes(secret) && left.length >= text.length - 3 * secret.length && sameEnds(redacted, before, after)
    );
  }
  return /\s|:\/\/|=/.test(text.trim()) || redacted.trim().replace(TAG, "") === "";
}

/** What stands around the secret is still there, but for other secrets. */
function sameEnds(redacted, before, after) {
  const near = (part) => part.split(/\s/).filter((word) => word !== "");
  const last = near(before).at(-1) ?? "";
  const first = near(after)[0] ?? "";
  return redacted.includes(last) && redacted.includes(first);
}
