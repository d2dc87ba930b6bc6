/** Payments, mail, monitoring, search, feature flags, DNS and other team services. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names: ["stripe", "braintree", "square", "paddle", "lemonsqueezy", "adyen", "plaid"],
    where: "in the payment service",
    depth: 3,
    taking: ["--api-key", "--project-name", "-p"],
    rules: {
      "delete *": ["risky", "deletes a payment object"],
      "subscriptions|payment_intents|invoices|payouts cancel|void|void_invoice": ["risky", "cancels payments"],
      "refunds|transfers|payouts|charges create": ["risky", "transfers money"],
      "post /v1/refunds|/v1/payouts|/v1/transfers|/v1/charges": ["risky", "transfers money"],
      "listen|trigger|logs|login|logout|samples|status *": "ordinary",
    },
    heavy: ["customers", "products", "webhook_endpoints", "accounts", "coupons"],
    instead: "look at it (`stripe customers list`), or try it in test mode with a test key, and ask the user to do it",
  },
  {
    names:
      listed(`pagerduty pd datadog dog datadog-ci newrelic sentry-cli grafana-cli grafanactl splunk opsgenie statuspage
      honeycomb loki logcli promtool mimirtool amtool cortextool zabbix_js checkly ohdear`),
    where: "in the monitoring service",
    depth: 3,
    rules: {
      "silence add|expire|update": ["risky", "silences alerts"],
      "monitor mute|mute_all|delete": ["risky", "silences alerts"],
      "clean eventdata|all": ["destructive", "deletes monitoring data"],
      "remove index|user|search-server|cluster-config": ["destructive", "deletes monitoring data"],
      "plugins|releases|sourcemaps|debug-files|login *": "ordinary",
      "stop|restart *": "ordinary",
    },
    heavy: ["dashboard", "monitor", "alert", "rules"],
    instead: "see what exists (`amtool alert`), and ask the user to change it",
  },
  {
    names:
      listed(`algolia meilisearch typesense elasticsearch-keystore elasticsearch-users elasticsearch-node opensearch-cli
      curator curator_cli solr es esctl qdrant weaviate chroma pinecone pc`),
    where: "in a search index",
    depth: 3,
    rules: {
      "indices|index|indexes clear|delete|move": ["destructive", "deletes a search index"],
      "delete_indices|delete-indices|delete_snapshots": ["destructive", "deletes search indexes"],
      "objects delete": ["risky", "deletes search index entries"],
      "repurpose|unsafe-bootstrap|detach-cluster|remove-settings": ["destructive", "removes part of a search cluster"],
      "delete -c": ["destructive", "deletes a search index"],
    },
    heavy: ["index", "indices", "collection", "core", "userdel"],
    instead: "look at it first (`algolia indices list`), and back it up before the user deletes it",
  },
  {
    names:
      listed(`ldcli ldc launchdarkly flipt unleash configcat flagsmith sendgrid mailgun postmark resend ses twilio slack
      discord intercom segment zapier cli4 statsig posthog-cli appcenter code-push dnscontrol octodns-sync pdnsutil nsupdate lexicon godaddy namecheap gandi
      certbot acme.sh lego step-ca ngrok shodan airflow prefect dagster dbt snow snowsql databricks mlflow wandb dvc
      kaggle hf huggingface-cli openai fabric-cli`),
    where: "in a shared service",
    depth: 3,
    rules: {
      "purge_everything=*": "ordinary",
      "api:core:messages:create|api:core:calls:create|email:send|messages:create|chat|mail": [
        "risky",
        "sends messages to people",
      ],
      "push|preview|check --delete-zones": "risky",
      "push|ppreview|preview": "ordinary",
      "--doit": ["risky", "changes DNS records"],
      "delete-zone|delete-rrset|clear-zone|replace-rrset": ["destructive", "deletes DNS records"],
      "dags backfill --reset-dagruns|--reset_dagruns": [
        "risky",
        "repeats all runs of a pipeline and replaces their results",
      ],
      "tasks clear": ["risky", "repeats runs of a pipeline and replaces their results"],
      "run|build|seed|snapshot --full-refresh --target=prod*": ["risky", "builds all tables of production again"],
      "run|build|seed|snapshot --full-refresh -t=prod*": ["risky", "builds all tables of production again"],
      "api fine_tuning*|fine_tunes*|files.create": [
        "risky",
        "uploads data to a service, or starts training that is paid for",
      ],
      "codepush release|release-react|promote|patch|rollback": ["risky", "releases an application to its users"],
      "release|release-react|promote|patch|rollback": ["risky", "releases a version to its users"],
      "revoke|delete|unregister|deactivate": ["risky", "revokes or deletes a certificate or an account"],
      "--revoke|--remove|--deactivate": ["risky", "revokes or deletes a certificate or an account"],
      "db reset|clean|downgrade": ["destructive", "deletes the history of all runs"],
      "dags|pools|variables|connections|users delete": ["risky", "deletes objects in a shared service"],
      "gc|cache|remote|config|destroy|remove|unfreeze|cancel *": "ordinary",
      remove: "ordinary",
      "repo delete|remove": ["destructive", "deletes a model or dataset repository"],
      "--delete": ["risky", "deletes objects in a shared service"],
      "fs|workspace|dbfs rm -r|--recursive": ["destructive", "deletes a directory in a store and everything in it"],
      "fs|dbfs rm": "risky",
    },
    heavy: ["clusters", "jobs", "flags", "environments", "segments", "domains", "catalogs"],
    instead: "look at it first, see what would change (`dnscontrol preview`), and ask the user to do it",
  },
  {
    names: ["rndc", "knotc", "nsd-control", "unbound-control"],
    where: "of a name server",
    depth: 1,
    taking: ["-s", "-k", "-c", "-p"],
    rules: {
      "delzone|modzone|freeze|halt|stop|shutdown|addzone|zone-purge|zone-unset|conf-unset|local_zone_remove|forward_add":
        ["risky", "changes a zone of a name server, or stops it"],
      "*": "ordinary",
    },
    instead: "look at it first (`rndc status`), and ask the user to change it",
  },
  {
    names: ["influx"],
    where: "in a time series database",
    depth: 2,
    taking: ["--host", "-t", "--token", "-o", "--org"],
    rules: { delete: ["destructive", "deletes measurements"] },
    heavy: ["bucket", "org"],
    instead: "see what exists (`influx bucket list`), and ask the user to delete it",
  },
]);
