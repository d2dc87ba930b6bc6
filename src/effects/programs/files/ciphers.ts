/** Files that are locked under a passphrase nobody is asked for: how data is held to ransom, or packed to be taken away. */
import { programOf, type Rule } from "../../model/rules.js";

const locks = (names: readonly string[], when?: RegExp, unless?: RegExp): Rule => ({
  names,
  ...(when === undefined ? {} : { when }),
  ...(unless === undefined ? {} : { unless }),
  kind: "overwrite",
  severity: "risky",
  what: "locks files under a passphrase, so that whoever does not know it has lost them",
  instead: "pack them without one, `tar -czf files.tgz ./src`, and let the person lock the archive",
});

export default programOf([
  locks(["gpg", "gpg2"], / (?:-\w{0,6}c|--symmetric)(?:\s.{0,400})?$/, /^(?!.{0,800} --(?:batch|passphrase))/),
  locks(["ccencrypt"]),
  locks(["ccrypt"], / (?:-\w{0,4}e|--encrypt)|^ [^-]/, / (?:-\w{0,4}[dcu]|--decrypt|--cat)(?:\s|$)/),
  locks(["zip"], / (?:-P|--password)[ =]?\S/),
  locks(
    ["openssl"],
    /^ (?:enc|aes\S{1,20}|des\S{0,20})\s.{0,800}-(?:pass|k|K)\s.{0,800}-in \/(?:etc|home|Users|var|srv|root)/,
    / -d(?:\s|$)/,
  ),
]);
