/** Files encrypted with a passphrase from the command line: typical of ransomware and data theft. */
import { programOf, type Rule } from "../../model/rules.js";

const locks = (names: readonly string[], when?: RegExp, unless?: RegExp): Rule => ({
  names,
  ...(when === undefined ? {} : { when }),
  ...(unless === undefined ? {} : { unless }),
  kind: "overwrite",
  severity: "risky",
  what: "encrypts files with a passphrase; without it they are lost",
  instead: "archive them unencrypted with `tar -czf files.tgz ./src`, and ask the user to encrypt the archive",
});

export default programOf([
  locks(["gpg", "gpg2"], / (?:-\w{0,6}c|--symmetric)(?:\s.{0,400})?$/, /^(?!.{0,800} --(?:batch|passphrase))/),
  locks(["openssl"], /^ enc\s.{0,200} -(?:pass|k|K) (?:pass:)?\uFFFC/, / -d(?:\s|$)/),
  locks(["ccencrypt"]),
  locks(["ccrypt"], / (?:-\w{0,4}e|--encrypt)|^ [^-]/, / (?:-\w{0,4}[dcu]|--decrypt|--cat)(?:\s|$)/),
  locks(["zip"], / (?:-P|--password)[ =]?\S/),
  locks(
    ["openssl"],
    /^ (?:enc|aes\S{1,20}|des\S{0,20})\s.{0,800}-(?:pass|k|K)\s.{0,800}-in \/(?:etc|home|Users|var|srv|root)/,
    / -d(?:\s|$)/,
  ),
]);
