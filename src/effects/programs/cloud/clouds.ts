/** Other clouds; their commands follow a noun-verb scheme. */

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
      "group delete": ["destructive", "deletes a resource group and everything in it"],
      "storage blob delete-batch": ["destructive", "deletes many objects"],
      "rest --method=delete": ["risky", "deletes an Azure resource"],
      "acr repository untag": "ordinary",
      "* * keys renew|regenerate": ["risky", "replaces a key that other systems use"],
      "* keys|key renew|regenerate": ["risky", "replaces a key that other systems use"],
      "storage azcopy|blob|fs sync|azcopy --delete-destination": [
        "risky",
        "deletes objects that are missing in the source",
      ],
      "storage azcopy blob sync --delete-destination": ["risky", "deletes objects that are missing in the source"],
      "storage blob sync --delete-destination=true": ["risky", "deletes objects that are missing in the source"],
      "storage container set-permission --public-access=*": ["risky", "opens a container to everyone"],
      "ad user|app|sp reset|credential": ["risky", "replaces a key or password that other systems use"],
      "role assignment create": ["risky", "grants permissions in Azure"],
      "vm deallocate|stop|restart": "ordinary",
      "aks|vm|webapp|functionapp stop|start|restart": "ordinary",
    },
    heavy: listed(`group vm vmss aks keyvault cosmosdb container webapp functionapp secret key`),
    instead: "list what would be affected (`az resource list`), and ask the user to do it",
  },
  {
    names:
      listed(`doctl linode-cli hcloud exo scw vultr-cli vultr upctl civo ibmcloud oci aliyun tccli openstack nova ovhcloud yc
      cf bosh metal packet katapult brightbox triton runpodctl vastai nhost`),
    where: "in a cloud",
    depth: 4,
    rules: {
      "compute droplet-action power-off|shutdown|reboot|power-cycle|restore|rebuild": [
        "risky",
        "stops or replaces a machine",
      ],
      "server|servers|instance|instances|vm rm|remove|poweroff|shutdown|rebuild|reset": [
        "risky",
        "stops or removes a machine",
      ],
      "config|auth|plugin|account|login|logout|completion|configure *": "ordinary",
      "target|api|unbind-service|unset-env": "ordinary",
      "d|delete|ds|delete-service|delete-org|delete-space -f": [
        "destructive",
        "force-deletes an application or service",
      ],
      "server|instance|linodes|droplet|compute stop|shutdown|suspend|pause|shelve|detach": "ordinary",
      "volumes|volume detach": "ordinary",
      "compute droplet-action *": "ordinary",
      "linodes|server rebuild": ["destructive", "reinstalls a server and erases its disk"],
    },
    heavy: ["droplet", "linodes", "server", "kubernetes", "nodepool"],
    instead: "list what exists (`doctl compute droplet list`), and ask the user to do it",
  },
  {
    names:
      listed(`wrangler cloudflared cloudflare cf-terraforming flarectl fastly netlify ntl vercel railway fly flyctl heroku
      supabase neonctl pscale planetscale turso appwrite deployctl surge dokku caprover koyeb northflank upsun
      gigalixir clever scalingo zeabur xata nhost convex upstash qovery aptible deno-deploy balena eas kamal mup
      shopify contentful sanity hasura nitric`),
    where: "of a hosted application",
    depth: 3,
    taking: listed(`-a --app -c --config --project --scope -t --token --cwd --env -e --environment -r --remote`),
    rules: {
      "login|logout|link|unlink|dev|deploy|whoami|switch|auth *": "ordinary",
      "apps|app|project|projects destroy": ["destructive", "destroys an application and its data"],
      "apps:destroy|apps:delete|app:destroy": ["destructive", "destroys an application and its data"],
      "pg:reset|pg:destroy|redis:reset|addons:destroy|pg:copy|pg:push": [
        "destructive",
        "replaces or destroys a database",
      ],
      "run|releases:rollback|rollback": "ordinary",
      "config:unset|secrets:unset|domains:remove|domains:clear|certs:remove|access:remove|members:remove|webhooks:remove":
        ["risky", "removes a resource that an application needs"],
      "secret|secrets|env|variables|config unset|rm|remove|delete": [
        "risky",
        "removes a setting or secret from an application",
      ],
      "alias set": ["risky", "changes which version people see"],
      "maintenance:on|ps:stop|apps:lock": ["risky", "takes an application offline"],
      "theme push|publish --live|-l|--allow-live|-a|--publish": ["risky", "replaces the live theme of a shop"],
      "theme publish": ["risky", "replaces the live theme of a shop"],
      "app release": ["risky", "releases an application to its users"],
      "import --replace|--replace-all": ["destructive", "replaces all data of an application"],
      "run|import|env --prod": ["risky", "changes production"],
      "rm|remove|destroy": ["destructive", "removes an application or its resources"],
      "db|database reset --linked|--db-url": ["destructive", "resets a remote database and loses its data"],
      "db reset --local": "ordinary",
      "db reset": ["risky", "resets a local database and loses its data"],
      "db push --include-all": "risky",
      "dns|domains rm|remove|buy|move|transfer-in": ["risky", "changes a domain"],
      "down|undeploy|teardown": ["destructive", "takes an application offline"],
      "ps:scale *=0": ["risky", "stops all instances of an application"],
      "scale count 0|*=0": ["risky", "stops all instances of an application"],
      "access|tunnel|service|plugins:uninstall cleanup|uninstall|login": "ordinary",
      "plugins:uninstall|plugins:unlink|plugins:reset|keys:remove|authorizations:revoke": "ordinary",
    },
    heavy: listed(`project site sites:delete db d1 branch postgres bucket namespace dataset`),
    instead: "see what exists (`fly status`, `vercel ls`, `heroku apps:info`), and ask the user to take it down",
  },
]);
