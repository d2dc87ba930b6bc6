/** Stores of secrets, keys and sign-ins. What is deleted or replaced there locks others out. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names: ["vault", "bao"],
    where: "in a store of secrets",
    depth: 3,
    taking: ["-address", "-namespace", "-mount", "-format"],
    rules: {
      "secrets|auth|audit disable": ["destructive", "turns off a part of a store of secrets and deletes what is in it"],
      "kv destroy": ["destructive", "destroys versions of a secret"],
      "kv metadata delete": ["destructive", "deletes a secret with all its versions"],
      "kv delete|undelete|rollback|put|patch": ["risky", "changes or deletes a secret that others use"],
      "lease revoke -prefix|-force": ["destructive", "revokes all that was lent below a path"],
      "operator seal|step-down|rekey|rotate|generate-root|raft|init|migrate": [
        "risky",
        "changes how a store of secrets is opened",
      ],
      "write *": "ordinary",
      "unwrap|lease|token lookup|renew|create": "ordinary",
    },
    heavy: ["policy"],
    instead: "look at what it holds first, and let a person change it",
  },
  {
    names:
      listed(`op doppler bw bws rbw infisical akeyless conjur chamber secrethub lpass keeper teller sops berglas gopass pass
      passage age-plugin dotenvx step ykman credstash`),
    where: "in a store of secrets",
    depth: 3,
    rules: {
      "configure|login|logout|signin|signout|setup|run|sync|lock|unlock *": "ordinary",
      "user suspend|confirm|provision": ["risky", "changes who reaches a store of secrets"],
      "otp|oath|config|info *": "ordinary",
      "piv|openpgp|fido|oath reset": ["destructive", "wipes the keys of a security key"],
    },
    heavy: listed(`item vault user document group projects configs environments secrets`),
    instead: "list what is there (`op item list`, `doppler secrets --only-names`), and let a person change it",
  },
  {
    names:
      listed(`auth0 okta kcadm kcadm.sh clerk workos propelauth teleport tctl tsh tailscale zerotier-cli ipa samba-tool
      ldapdelete ldapmodify dsctl dsconf`),
    where: "of who may sign in",
    depth: 3,
    rules: {
      "down|logout|up|login|status|serve|funnel|ssh|ping *": "ordinary",
      "user-del|group-del|host-del": "risky",
      "delete *": "risky",
    },
    heavy: ["users", "user", "realms", "tenants", "apps", "apis", "connections"],
    instead: "list what is there (`auth0 apps list`), and let a person change it",
  },
]);
