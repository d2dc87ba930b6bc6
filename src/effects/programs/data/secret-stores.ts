/** Secret, key and identity stores. Deleting or replacing entries locks others out. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names: ["vault", "bao"],
    where: "in a secret store",
    depth: 3,
    taking: ["-address", "-namespace", "-mount", "-format"],
    rules: {
      "secrets|auth|audit disable": ["destructive", "disables part of a secret store and deletes its content"],
      "kv destroy": ["destructive", "destroys versions of a secret"],
      "kv metadata delete": ["destructive", "deletes a secret and all its versions"],
      "kv delete|undelete|rollback|put|patch": ["risky", "changes or deletes a secret that other systems use"],
      "lease revoke -prefix|-force": ["destructive", "revokes all leases below a path"],
      "operator seal|step-down|rekey|rotate|generate-root|raft|init|migrate": [
        "risky",
        "changes how a secret store is unsealed",
      ],
      "write *": "ordinary",
      "unwrap|lease|token lookup|renew|create": "ordinary",
    },
    heavy: ["policy"],
    instead: "read the current entries first, and ask the user to change them",
  },
  {
    names:
      listed(`op doppler bw bws rbw infisical akeyless conjur chamber secrethub lpass keeper teller sops berglas gopass pass
      passage age-plugin dotenvx step ykman credstash`),
    where: "in a secret store",
    depth: 3,
    rules: {
      "configure|login|logout|signin|signout|setup|run|sync|lock|unlock *": "ordinary",
      "user suspend|confirm|provision": ["risky", "changes who can access a secret store"],
      "otp|oath|config|info *": "ordinary",
      "piv|openpgp|fido|oath reset": ["destructive", "wipes the keys of a security key"],
    },
    heavy: listed(`item vault user document group projects configs environments secrets`),
    instead: "list what exists (`op item list`, `doppler secrets --only-names`), and ask the user to change it",
  },
  {
    names:
      listed(`auth0 okta kcadm kcadm.sh clerk workos propelauth teleport tctl tsh tailscale zerotier-cli ipa samba-tool
      ldapdelete ldapmodify dsctl dsconf`),
    where: "in an identity provider",
    depth: 3,
    rules: {
      "down|logout|up|login|status|serve|funnel|ssh|ping *": "ordinary",
      "user-del|group-del|host-del": "risky",
      "delete *": "risky",
    },
    heavy: ["users", "user", "realms", "tenants", "apps", "apis", "connections"],
    instead: "list what exists (`auth0 apps list`), and ask the user to change it",
  },
]);
