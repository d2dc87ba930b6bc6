/** Other clouds, which all speak in nouns and verbs. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names: ["az"],
    where: "in Azure",
    depth: 6,
    taking: listed(`--subscription -g --resource-group -n --name -o --output --query`),
    rules: {
      "account clear|list|set|show": "ordinary",
      "extension|config|cache|cloud|logout|alias *": "ordinary",
      "group delete": ["destructive", "deletes a resource group with all that is in it"],
      "storage blob delete-batch": ["destructive", "deletes many objects"],
      "rest --method=delete": ["risky", "deletes a thing in Azure"],
      "acr repository untag": "ordinary",
      "ad user|app|sp reset|credential": ["risky", "replaces a key or password that others use"],
      "role assignment create": ["risky", "gives rights in Azure"],
      "vm deallocate|stop|restart": "ordinary",
      "aks|vm|webapp|functionapp stop|start|restart": "ordinary",
    },
    heavy: listed(`group vm vmss aks keyvault cosmosdb container webapp functionapp secret key`),
    instead: "list what would be hit (`az resource list`), and let a person do it",
  },
  {
    names:
      listed(`doctl linode-cli hcloud exo scw vultr-cli vultr upctl civo ibmcloud oci aliyun tccli openstack nova ovhcloud yc
      cf bosh metal packet katapult brightbox triton runpodctl vastai nhost`),
    where: "in a cloud",
    depth: 4,
    rules: {
      "config|auth|plugin|account|login|logout|completion|configure *": "ordinary",
      "target|api|unbind-service|unset-env": "ordinary",
      "d|delete|ds|delete-service|delete-org|delete-space -f": [
        "destructive",
        "deletes an application or a service by force",
      ],
      "server|instance|linodes|droplet|compute stop|shutdown|suspend|pause|shelve|detach": "ordinary",
      "volumes|volume detach": "ordinary",
      "compute droplet-action *": "ordinary",
      "linodes|server rebuild": ["destructive", "replaces all that is on a server"],
    },
    heavy: ["droplet", "linodes", "server", "kubernetes", "nodepool"],
    instead: "list what is there (`doctl compute droplet list`), and let a person do it",
  },
  {
    names:
      listed(`wrangler cloudflared cloudflare cf-terraforming flarectl fastly netlify ntl vercel railway fly flyctl heroku
      supabase neonctl pscale planetscale turso appwrite deployctl surge dokku caprover koyeb northflank upsun
      gigalixir clever scalingo zeabur xata nhost convex upstash qovery aptible deno-deploy balena eas kamal mup
      shopify contentful sanity hasura nitric`),
    where: "of an application on the net",
    depth: 3,
    taking: listed(`-a --app -c --config --project --scope -t --token --cwd --env -e --environment -r --remote`),
    rules: {
      "login|logout|link|unlink|dev|deploy|whoami|switch|auth *": "ordinary",
      "apps|app|project|projects destroy": ["destructive", "destroys an application with its data"],
      "apps:destroy|apps:delete|app:destroy": ["destructive", "destroys an application with its data"],
      "pg:reset|pg:destroy|redis:reset|addons:destroy|pg:copy|pg:push": [
        "destructive",
        "replaces or destroys a database",
      ],
      "run|releases:rollback|rollback": "ordinary",
      "config:unset|secrets:unset|domains:remove|domains:clear|certs:remove|access:remove|members:remove|webhooks:remove":
        ["risky", "takes something away that an application needs"],
      "secret|secrets|env|variables|config unset|rm|remove|delete": [
        "risky",
        "takes a setting or a secret from an application",
      ],
      "rm|remove|destroy": ["destructive", "removes an application or what it runs on"],
      "db|database reset --linked|--db-url": ["destructive", "empties a database on the net and fills it anew"],
      "db reset": ["risky", "empties a local database and fills it anew"],
      "db push --include-all": "risky",
      "dns|domains rm|remove|buy|move|transfer-in": ["risky", "changes a domain"],
      "down|undeploy|teardown": ["destructive", "takes an application off the net"],
      "ps:scale *=0": ["risky", "stops every copy of an application"],
      "scale count 0|*=0": ["risky", "stops every copy of an application"],
      "access|tunnel|service|plugins:uninstall cleanup|uninstall|login": "ordinary",
      "plugins:uninstall|plugins:unlink|plugins:reset|keys:remove|authorizations:revoke": "ordinary",
    },
    heavy: listed(`project site sites:delete db d1 branch postgres bucket namespace dataset`),
    instead: "see what is there (`fly status`, `vercel ls`, `heroku apps:info`), and let a person take it down",
  },
]);
