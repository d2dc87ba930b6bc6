/** Accounts of other people in LDAP, Kerberos, Active Directory and Entra: deleted, locked, or given more rights. */
import { programOf, type Rule } from "../../model/rules.js";

const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "service",
  severity: "risky",
  what,
  instead:
    "read the entries first (`ldapsearch -x uid=ada`, `Get-ADUser ada`), and ask an administrator to change them",
  ...more,
});
const DELETES = "deletes accounts of other people";
const PASSWORD = "changes the password of another account";
const RIGHTS = "changes which groups and rights accounts have";

export default programOf([
  asks(["ldapdelete"], "deletes a whole branch of a directory", {
    when: / -[a-zA-Z]{0,6}r(?:\s|$)/,
    severity: "destructive",
  }),
  asks(["ldapdelete", "dsrm", "dsdel", "cpu"], DELETES, { when: / \S/, unless: / (?:-n|-V|-VV)(?:\s|$)/ }),
  asks(
    ["ldapmodify", "ldapadd", "ldapmodrdn", "ldapvi", "dsmod", "dsadd", "dsmove"],
    "changes entries of a directory",
    {
      when: / -|\s(?:user|group|ou|computer)\s/,
      unless: / (?:-n|-V|-VV)(?:\s|$)/,
    },
  ),
  asks(["ldappasswd", "smbpasswd", "kpasswd"], PASSWORD, { when: / \S/ }),
  asks(["slapadd", "slapcat"], "replaces or copies a whole directory", {
    when: / -(?:l|b|n)\b/,
    unless: / -u(?:\s|$)/,
  }),
  asks(["kadmin", "kadmin.local", "ktutil", "kdb5_util"], "deletes or changes accounts of Kerberos", {
    when: /\b(?:del(?:ete_)?princ(?:ipal)?|delprinc|cpw|change_password|modprinc|modify_principal|addprinc|add_principal|ktadd|xst|destroy|stash)\b/,
  }),
  asks(["ipa"], DELETES, { when: /^ (?:user|group|host|service|role|sudorule|hbacrule)-(?:del|disable|mod)\b/ }),
  asks(["ipa"], RIGHTS, { when: /^ (?:group|role|privilege)-add-(?:member|privilege|permission)\b| passwd \S/ }),
  asks(["samba-tool"], DELETES, {
    when: /^ (?:user|group|computer|ou|dns|gpo|domain) (?:delete|del|disable|demote)\b/,
  }),
  asks(["samba-tool"], PASSWORD, {
    when: /^ (?:user (?:setpassword|password|setexpiry|enable|unlock)|group addmembers)\b/,
  }),
  asks(
    [
      "remove-aduser",
      "remove-adgroup",
      "remove-adcomputer",
      "remove-adobject",
      "remove-adorganizationalunit",
      "disable-adaccount",
      "remove-mguser",
      "remove-mggroup",
      "remove-mgapplication",
      "remove-mgdevice",
      "remove-azureaduser",
      "remove-azureadgroup",
      "remove-mailbox",
      "disable-mailbox",
      "remove-msoluser",
      "remove-adtrust",
      "uninstall-addsdomaincontroller",
    ],
    DELETES,
    { severity: "destructive", unless: / -WhatIf(?:\s|$)/i },
  ),
  asks(
    [
      "set-adaccountpassword",
      "set-azureaduserpassword",
      "update-mguserpassword",
      "reset-mguserauthenticationmethodpassword",
    ],
    PASSWORD,
  ),
  asks(
    [
      "add-adgroupmember",
      "remove-adgroupmember",
      "set-adobject",
      "new-mgdirectoryrolememberbyref",
      "add-azureaddirectoryrolemember",
      "add-mailboxpermission",
      "add-rolegroupmember",
      "grant-adauthenticationpolicysiloaccess",
      "set-adaccountcontrol",
      "unlock-adaccount",
      "enable-adaccount",
      "new-aduser",
    ],
    RIGHTS,
    { unless: / -WhatIf(?:\s|$)/i },
  ),
  asks(["okta", "okta-aws", "auth0", "kcadm", "kcadm.sh", "clerk", "workos"], DELETES, {
    when: / (?:delete|deactivate|suspend|block|reset-password|set-password|users:delete)\b/,
  }),
]);
