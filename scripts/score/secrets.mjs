/**
 * Texts through the redactor. Secrets are counted in three groups: those with a form of their own, those beside a name that
 * says what they are, and values that stand alone and could be anything. `exact`: the secret is gone, and what stands
 * around it is not. Where a row does not say which part is the secret, a tag has to be in it, and nothing but the tag where
 * it was one word.
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

/** Rules of these names are about what stands beside a value. */
const BY_NAME = /^(?:curl|generic|basicauth|database-connection-string)\b/;

function labelOf({ label, text, secret, category = "" }) {
  if (label !== "secret") return label;
  if (BY_NAME.test(category)) return "secret: keyword + value";
  if (hasForm(secret ?? text.trim())) return "secret: vendor format";
  if (!/\s/.test(text.trim())) return "secret: value alone";
  const isNamed = secret !== undefined || /config|test_secrets|_(?:key|token|pass)/.test(text);
  return isNamed ? "secret: keyword + value" : "secret: vendor format";
}

/** Letters and a sign that say who gave it out, before what was drawn. */
function hasForm(token) {
  if (/:\/\/|^ey|-----BEGIN/.test(token)) return true;
  const [start] = token.split(/[-_.]/, 1);
  return (
    /^[A-Za-z]\w{0,12}[-_.][\w-]+/.test(token) && start.length <= 10 && !/[a-z]\d|\d[a-z]/i.test(start.slice(0, -1))
  );
}

function isExact({ text, secret }, redacted) {
  const at = secret === undefined ? -1 : text.indexOf(secret);
  if (at < 0) return /\s|:\/\/|=/.test(text.trim()) || redacted.trim().replace(TAG, "") === "";
  const words = (part) => part.split(/\s/).filter((word) => word !== "");
  const around = [words(text.slice(0, at)).at(-1) ?? "", words(text.slice(at + secret.length))[0] ?? ""];
  return !redacted.includes(secret) && around.every((word) => redacted.includes(word));
}
