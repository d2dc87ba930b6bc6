/** In-place edits of code or settings that remove a check of who may do what. */
import { effectOf } from "../../model/make-effect.js";
import type { Program } from "../contract.js";

const NO = "(?:False|false|FALSE|0|off|no|none|None|disabled?)";
/** What a replacement says afterwards. */
const WEAK = new RegExp(
  [
    `\\b(?:verify\\w{0,30}|check_?(?:signature|csrf|auth\\w{0,20}|hostname|permissions?)|validate_?(?:token|signature|cert\\w{0,10})|rejectUnauthorized|strict_?ssl|sslmode|csrf\\w{0,20}|require_?(?:auth\\w{0,20}|login|mfa|2fa|ssl)|auth\\w{0,20}_?(?:required|enabled)|mfa_?(?:required|enabled)|httpOnly|secure_?cookies?|rate_?limit\\w{0,20}|SECURE_\\w{2,30}|SESSION_COOKIE_SECURE)["']?\\]?\\s{0,4}[=:]\\s{0,4}["']?${NO}\\b`,
    "\\bverify=False\\b|\\bsslmode=disable\\b|\\bAllowAny\\b|\\bpermitAll\\(|\\bcsrf_exempt\\b|\\bALLOWED_HOSTS\\s{0,4}=\\s{0,4}\\[\\s{0,4}[\"']\\*",
    "\\bInsecureSkipVerify:?\\s{0,4}=?\\s{0,4}true|\\bskip_?(?:auth\\w{0,20}|verification|validation)\\s{0,4}[=:]\\s{0,4}[Tt]rue|\\bif\\s{0,4}\\(?\\s{0,4}(?:true|True)\\s{0,4}(?:\\|\\||or)\\b",
  ].join("|"),
);
/** Lines about checks that are deleted: `/@login_required/d`. */
const DROPPED =
  /(?:^|[;\s{])[\\]?.?\/[^/]{0,60}(?:login_required|require_?auth|requireAuth|authenticate|authorize|permission_required|verify_?(?:token|signature|jwt)|csrf|before_action|PreAuthorize|rate_?limit|sanitize|escape_?html|helmet|isAdmin|hasRole)[^/]{0,60}\/(?:I)?d\b/i;
const TESTS =
  /(?:^|[/_.-])(?:tests?|specs?|fixtures?|examples?|dev|development|local|mocks?|docs?)(?:[/_.-]|$)|\.mdx?$/i;

const weakenedCode: Program = {
  names: ["sed", "gsed", "perl", "sd", "ruby"],
  effects(invocation) {
    const { args, program } = invocation;
    const inPlace = program === "sd" || args.some(({ text }) => /^(?:-[a-zA-Z0-9]{0,6}i|--in-?place)/.test(text));
    if (!inPlace) return [];
    const files = args.filter(({ text }) => /^[\w./~-]{1,200}\.\w{1,10}$/.test(text) && !/^-/.test(text));
    if (files.length > 0 && files.every(({ text }) => TESTS.test(text))) return [];
    const weak = args.some(({ text }) => text.length < 2000 && (WEAK.test(replacement(text)) || DROPPED.test(text)));
    if (!weak) return [];
    return [
      effectOf(invocation, {
        kind: "machine",
        severity: "risky",
        certainty: "likely",
        what: "removes a security check from code or settings",
        instead: "keep the check, and tell the user what it blocks",
      }),
    ];
  },
};

export default weakenedCode;

/** The new text of `s/old/new/`, without what the old text said already. */
function replacement(script: string): string {
  const [, mark] = /(?:^|[;\s])s([^\w\s\\])/.exec(script) ?? [];
  if (mark === undefined) return "";
  const parts = script.slice(script.indexOf(`s${mark}`) + 2).split(mark);
  const [old = "", fresh = ""] = parts;
  return WEAK.test(old) ? "" : fresh;
}
