/** Command-line programs of vendors: error tracking, feature flags, search, payments, data platforms, model hosting. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const INSTEAD = "list what is there first, and ask a person to delete it";

export default serviceProgram([
  {
    names:
      listed(`sentry-cli launchdarkly-cli ldcli rollbar-cli bugsnag-cli checkly opsgenie pd newrelic datadog-ci honeycomb
      algolia hs hubspot intercom segment rudder-cli optimizely split`),
    where: "of a service that the team works with",
    depth: 3,
    rules: {
      "login|logout|config|plugins|completion|whoami *": "ordinary",
      "releases|deploys|sourcemaps|files new|finalize|set-commits|upload|propose-version|list|info": "ordinary",
      "releases archive|restore": ["risky", "hides a release from those who look after it"],
      "flags|flag toggle-on|toggle-off|update|archive": [
        "risky",
        "changes a feature flag that a running application reads",
      ],
    },
    heavy: listed(`release releases flags flag monitor monitors dashboard dashboards indices object objects`),
    instead: INSTEAD,
  },
  {
    names: listed(`stripe paypal square adyen braintree chargebee recurly`),
    where: "of a payment account",
    depth: 2,
    rules: {
      "listen|login|logs|trigger|samples|status|config|open|fixtures|serve|version *": "ordinary",
      "subscriptions|payment_intents|payouts|invoices|checkout cancel|void|void_invoice|expire": [
        "risky",
        "cancels a payment or a subscription",
      ],
      "* update|create|delete|cancel|confirm|capture --live": ["risky", "changes live data of a payment account"],
      "refunds|payouts|transfers|charges|topups create": ["risky", "moves money"],
      "delete *": ["risky", "deletes an object of a payment account"],
    },
    heavy: ["customers", "products", "plans", "coupons"],
    instead: "list it first (`stripe customers list`), use the test mode, and ask a person to change live data",
  },
  {
    names:
      listed(`atlas mongocli ecctl elastic-cloud confluent ccloud rpk fivetran abctl airbyte zbctl prefect dagster temporal
      weaviate pinecone qdrant milvus_cli chroma typesense zilliz couchbase-cli neo4j-admin neo4j-aura influxctl materialize
      starburst cockroach-cloud ccloud tb`),
    where: "of a data platform",
    depth: 4,
    rules: {
      "auth|config|login|logout|profile|completion|context|plugin *": "ordinary",
      "deployment|deployments|cluster|clusters shutdown|terminate|stop|pause": [
        "risky",
        "stops a database that others use",
      ],
      "bucket-flush|bucket-delete|server-remove|rebalance|failover": [
        "destructive",
        "empties a store or removes servers from it",
      ],
      "database load|restore|delete|drop --overwrite-destination|--force|--overwrite": [
        "destructive",
        "replaces a database by an older copy",
      ],
      "database load|restore": ["risky", "replaces a database by an older copy"],
    },
    heavy: listed(
      `cluster clusters deployment deployments topic topics index indexes collection collections serverless`,
    ),
    instead: INSTEAD,
  },
  {
    names: listed(`dvc lakectl git-annex clearml-data zenml pachctl`),
    where: "of datasets and models",
    depth: 3,
    rules: {
      "gc -f|--force": ["destructive", "deletes datasets and models that no commit names"],
      "destroy -f|--force": ["destructive", "deletes the cache of datasets and models"],
      "branch|repo|repository|tag|commit delete|revert|reset": ["risky", "deletes a version of a dataset"],
      "fs rm|delete": ["risky", "deletes files of a dataset"],
      "delete repo|project|pipeline|all": ["destructive", "deletes datasets or pipelines"],
      "drop|unused|dropunused --force|--all": ["risky", "deletes file content that may be nowhere else"],
      "remove|unprotect|cache|exp|status|checkout|gc *": "ordinary",
    },
    instead: "see what would be deleted first (`dvc status`), and ask the user to do it",
  },
  {
    names: listed(`sf sfdx force gam pac m365 pnpm-sf zendesk zcli`),
    where: "of an organisation that people work in",
    depth: 3,
    rules: {
      "force:data:bulk:delete|force:data:record:delete|force:source:delete|force:org:delete": [
        "destructive",
        "deletes records or parts of an organisation",
      ],
      "data|project delete": ["destructive", "deletes records or parts of an organisation"],
      "org delete sandbox|scratch": "ordinary",
      "org delete": ["destructive", "deletes an organisation"],
      "delete|del|wipe|deprovision|suspend|undelete user|users|group|groups|org|shareddrive|teamdrive|device|mobile": [
        "destructive",
        "deletes or locks accounts of other people",
      ],
      "update user|users * suspended|password|admin": ["risky", "locks out a person, or changes their rights"],
      "create admin|alias|delegate": ["risky", "gives rights over the accounts of other people"],
      "info|print|report|show|version|oauth|config *": "ordinary",
    },
    heavy: ["user", "group", "site", "list", "app"],
    instead: "look at it first (`gam info user ada@example.com`, `sf org list`), and ask an administrator",
  },
  {
    names:
      listed(`spacectl tfctl tfc env0 scalr terrateam digger render coolify qovery kasten rke rke2 juju maas modal replicate
      anyscale ray huggingface-cli hf wandb mlflow kaggle runpod lambda paperspace gradient`),
    where: "of infrastructure that others use",
    depth: 3,
    rules: {
      "login|logout|config|auth|whoami|env|download|upload *": "ordinary",
      "destroy|remove|down|nuke": ["destructive", "destroys the infrastructure that it manages"],
      "destroy-controller|destroy-model|kill-controller|remove-application|remove-machine|remove-unit": [
        "destructive",
        "destroys the infrastructure that it manages",
      ],
      "datasets|kernels|models create|version --public|-u": ["risky", "publishes data for everyone"],
      "repo|repos|model|dataset|space delete": ["destructive", "deletes a published model or dataset"],
      "repo-files|repo settings|visibility": ["risky", "changes what a published model holds, or who can see it"],
      "app|volume|secret|environment stop|delete|rm": ["risky", "stops or deletes what a running application needs"],
      "gc *": ["risky", "deletes experiments permanently"],
    },
    heavy: listed(
      `stack stacks workspace workspaces service services environment environments model experiment experiments runs`,
    ),
    instead: INSTEAD,
  },
]);
