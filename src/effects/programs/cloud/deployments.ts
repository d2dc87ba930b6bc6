/** Deployments to production: what people use is replaced. Previews, staging and dry runs are everyday work. */
import type { Invocation } from "../../model/invocation.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { serviceEffect } from "../../services/judge.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

const PROD = /(?:^|[\s=:/_@.,-])(?:prod|production|prd|live|primary)(?=$|[\s=:/_@.,\d-])/i;

/** By program: what deploys. `always`: to production whatever else is given. */
const DEPLOYS: Readonly<Record<string, { readonly when?: RegExp; readonly always?: RegExp }>> = {
  vercel: {
    always:
      /^(?=.{0,400} --prod(?:uction)?(?:\s|$)).{0,400} (?:--yes|-y|--force|-f)(?:\s|$)|^ (?:promote|rollback)(?:\s|$)/,
  },
  netlify: { always: /^ deploy\b.{0,200} (?:--prod|-p|--prod-if-unlocked)(?:\s|$)/ },
  ntl: { always: /^ deploy\b.{0,200} (?:--prod|-p)(?:\s|$)/ },
  fly: { when: /^ (?:deploy|scale|releases rollback|machine (?:update|destroy|stop)|postgres failover)\b/ },
  flyctl: { when: /^ (?:deploy|scale|releases rollback|machine (?:update|destroy|stop))\b/ },
  firebase: { when: /^ deploy\b/, always: /^ deploy\b.{0,200} --force\b|^ hosting:(?:clone|channel:deploy live)/ },
  serverless: { when: /^ (?:deploy|rollback)\b/ },
  sls: { when: /^ (?:deploy|rollback)\b/ },
  sst: { when: /^ deploy\b/ },
  cdk: { when: /^ deploy\b/ },
  sam: { when: /^ deploy\b/ },
  amplify: { when: /^ (?:publish|push)\b/ },
  cap: { when: / (?:deploy|rollback|invoke|execute)\b/ },
  mina: { when: / (?:deploy|rollback)\b/ },
  dep: { when: /^ (?:deploy|rollback)\b/ },
  envoy: { when: /^ run \S{0,40}deploy/ },
  kamal: {
    when: /^ (?:deploy|redeploy|rollback|setup|remove|app (?:stop|remove))\b/,
    always: /^ (?:remove|rollback)\b/,
  },
  eb: { when: /^ (?:deploy|swap|scale|setenv|config)\b/ },
  heroku: {
    when: /^ (?:releases:rollback|ps:(?:scale|restart|stop)|container:release|run|maintenance:on|features:\S{1,20}|buildpacks:\S{1,20})\b/,
    always: /^ (?:pipelines:promote|releases:rollback)\b/,
  },
  railway: { when: /^ (?:up|redeploy|down)\b/ },
  wrangler: { when: /^ (?:deploy|publish|pages deploy|rollback|versions deploy)\b/, always: /^ rollback\b/ },
  gcloud: {
    when: /^(?: --?\S{1,60})* (?:compute instances (?:stop|reset|suspend|set-machine-type|update)|sql instances (?:patch|restart|failover)|run (?:deploy|services (?:update|replace|update-traffic))|app (?:deploy|services set-traffic|versions (?:migrate|stop))|functions deploy|builds submit|deploy releases (?:create|promote))\b/,
    always:
      / (?:run services update-traffic|app services set-traffic|app versions migrate|deploy releases promote|deploy rollouts (?:approve|advance))\b/,
  },
  aws: {
    when: / (?:deploy create-deployment|ecs update-service|lambda (?:update-function-code|update-alias|update-function-configuration)|elasticbeanstalk (?:update-environment|swap-environment-cnames|restart-app-server)|amplify start-deployment|apprunner (?:start-deployment|update-service)|cloudformation (?:deploy|update-stack|execute-change-set)|ssm send-command|codepipeline (?:start-pipeline-execution|put-approval-result)|autoscaling start-instance-refresh|s3 sync|opsworks create-deployment|eks update-\S{1,40}|rds (?:modify-db-\S{1,20}|failover-db-cluster|reboot-db-\S{1,20}))\b/,
  },
  az: {
    when: / (?:vm (?:stop|deallocate|restart|resize)|vmss (?:stop|scale|deallocate)|(?:aks|webapp|functionapp|containerapp|sql db|mysql\S{0,20} server|postgres\S{0,20} server|redis|appservice plan) (?:stop|restart|update|pause|resume|scale|failover)|cosmosdb \S{0,80}throughput update|network \S{1,30}(?: \S{1,30})? update|webapp (?:deploy|deployment \S{1,20}|up|restart|config)|functionapp (?:deploy|deployment)|containerapp (?:update|up|revision)|aks (?:update|upgrade|scale)|deployment (?:group|sub) create|pipelines run)\b/,
    always: / (?:webapp|functionapp) deployment slot swap\b/,
  },
  kubectl: {
    when: /(?:^| )(?:apply|set image|rollout (?:restart|undo)|scale|patch|replace|edit|annotate|label|cordon|exec|cp|create|run)(?:\s|$)/,
  },
  oc: { when: /(?:^| )(?:apply|set image|rollout|scale|patch|replace|start-build)(?:\s|$)/ },
  helm: {
    when: /^(?!.{0,200} (?:diff|template|lint|secrets|plugin) )(?:.{0,400} )?(?:upgrade|install|rollback)(?:\s|$)/,
  },
  helmfile: { when: /(?:^| )(?:apply|sync)(?:\s|$)/ },
  argocd: { when: /^ app (?:sync|set|rollback|terminate-op|patch)\b/, always: /^ app rollback\b/ },
  kustomize: { when: /^ cfg \S/ },
  skaffold: { when: /^ (?:run|deploy)\b/ },
  terraform: { when: /^(?: -chdir=\S{1,200})? (?:apply|import|taint|state mv)\b/ },
  tofu: { when: /^(?: -chdir=\S{1,200})? (?:apply|import|taint)\b/ },
  terragrunt: { when: / (?:apply|run-all apply)\b/ },
  pulumi: { when: /^ (?:up|update|refresh|import)\b/ },
  "ansible-playbook": { when: /./ },
  nomad: { when: /^ job (?:run|promote|revert|scale)\b/ },
  docker: { when: /^ (?:stack deploy|service (?:update|scale|rollback)|context use|--context \S{1,60} \S)/ },
  "docker-compose": { when: / up\b/ },
  supabase: { when: /^ (?:db push|functions deploy|link)\b/ },
  prisma: { when: /^ (?:migrate deploy|db push)\b/ },
  eas: { when: /^ (?:submit|update|build)\b.{0,200}(?:--auto-submit|submit|update)/ },
  gh: { when: /^ (?:workflow run|api \S{0,200}\/(?:deployments|dispatches))\b/ },
  glab: { when: /^ (?:ci run|ci trigger|pipeline run)\b/ },
  fastlane: { when: / (?:release|deploy|production)\b/ },
  render: { when: /^ (?:deploys create|services (?:restart|suspend))\b/ },
  dokku: { when: /^ (?:ps:\S{1,20}|git:\S{1,20}|tags:deploy|deploy)\b/ },
  copilot: { when: /^ (?:deploy|svc deploy|env deploy|app delete)\b/ },
  waypoint: { when: /^ (?:up|deploy|release)\b/ },
  flux: { when: /^ (?:reconcile|resume|suspend)\b/ },
};

const deployments: Program = {
  names: Object.keys(DEPLOYS),
  effects(invocation) {
    if (asksForHelp(invocation) || isDryRun(invocation)) return [];
    const { when, always } = DEPLOYS[invocation.program!]!;
    const line = lineOf(invocation).slice(0, 4000);
    if (/ (?:--check|--diff|--dry-run|--build-only|--local|--list)(?:[=\s]|$)/.test(line)) return [];
    if (always?.test(line) !== true && !(when?.test(line) === true && PROD.test(placed(invocation, line)))) return [];
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: "deploys to production, or changes what runs there",
        instead: "deploy a preview or staging version first, and ask the user to deploy to production",
      }),
    ];
  },
};

export default deployments;

/** The words and variables that may name the environment; texts such as commit messages do not. */
function placed({ args, variables }: Invocation, line: string): string {
  const words = args.filter(({ text }) => !/\s/.test(text)).map(({ text }) => ` ${text}`);
  const named = [...variables].map(([name, { text }]) =>
    /ENV|STAGE|PROFILE|CONTEXT|PROJECT|CLUSTER/.test(name) ? ` ${text}` : "",
  );
  return `${words.length === 0 ? line : words.join("")}${named.join("")}`;
}
