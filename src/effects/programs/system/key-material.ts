/** Private keys and certificates that are deleted, revoked or made anew. */
import { programOf, type Rule } from "../../model/rules.js";

const loses = (names: readonly string[], when: RegExp, what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  when,
  kind: "machine",
  severity: "risky",
  what,
  instead: "list the keys first (`gpg --list-secret-keys`), and ask the user to delete them",
  ...more,
});

export default programOf([
  loses(["openssl"], /^ ca\b.{0,200} -(?:revoke|gencrl)(?:\s|$)/, "revokes a certificate"),
  loses(["nsupdate"], / -(?:k|y) /, "changes the entries of a domain", { kind: "service" }),
  loses(
    ["cfcli", "cf-cli", "dnsimple", "hover"],
    / (?:rm|remove|delete|edit)(?:\s|$)/,
    "changes the entries of a domain",
    { kind: "service" },
  ),
  loses(["gpg", "gpg2"], / --delete-secret-(?:keys?|and-public-keys?)(?:\s|$)/, "deletes a private key", {
    severity: "destructive",
  }),
  loses(
    ["gpg", "gpg2"],
    / --(?:gen-revoke|generate-revocation|quick-revoke-\w{1,10}|edit-key .{0,60}(?:revkey|delkey|expire)|import-ownertrust)/,
    "revokes or changes a key",
  ),
  loses(
    ["easyrsa"],
    /^(?: --\S{1,60}){0,6} (?:init-pki|revoke\S{0,10}|rewind-renew|gen-crl)/,
    "revokes certificates, or deletes a certificate authority",
  ),
  loses(
    ["step", "cfssl", "certbot", "acme.sh", "lego"],
    / (?:revoke|ca revoke|delete|--revoke|--remove|unregister|deactivate)(?:\s|$)/,
    "revokes or deletes a certificate",
  ),
  loses(
    ["vault", "bao"],
    /^ (?:-\S{1,80} ){0,4}(?:write|delete) (?:-\S{1,40} )?\S{0,60}pki\S{0,60}\/(?:revoke|root|tidy|crl\/rotate|config\/ca|intermediate)/,
    "revokes certificates, or replaces a certificate authority",
  ),
  loses(["ssh-keygen"], /^(?: -\S{1,20}){0,4} -R .{0,60}-f \/etc| -k -f | -\w{0,3}y\b.{0,60}> /, "revokes keys"),
  loses(["keytool"], / -(?:delete)(?:\s|$)/, "deletes or changes keys of a key store"),
  loses(
    [
      "namecheap-cli",
      "namecheap",
      "godaddy",
      "gandi",
      "porkbun",
      "dnscontrol",
      "lexicon",
      "octodns-sync",
      "flarectl",
      "powerdns",
      "pdnsutil",
      "domainr",
    ],
    / (?:domains?[. ](?:ns|dns)\S{0,20}|domains?\.\S{0,20}set\S{0,20}|push|--doit|delete\S{0,20}|dns (?:delete|update)|delete-zone|clear-zone|replace-rrset|transfer|nameservers?)(?:\s|$)/i,
    "changes the entries or servers of a domain",
    { kind: "service" },
  ),
]);
