/** Payments, mail, monitoring, search, feature flags, DNS and other services a team relies on. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names: ["stripe", "braintree", "square", "paddle", "lemonsqueezy", "adyen", "plaid"],
    where: "of payments",
    depth: 3,
    taking: ["--api-key", "--project-name", "-p"],
    rules: {
      "delete *": ["risky", "deletes a thing of payments"],
      "subscriptions|payment_intents|invoices|payouts cancel|void|void_invoice": ["risky", "cancels payments"],
      "refunds|transfers|payouts|charges create": ["risky", "moves money"],
      "post /v1/refunds|/v1/payouts|/v1/transfers|/v1/charges": ["risky", "moves money"],
      "listen|trigger|logs|login|logout|samples|status *": "ordinary",
    },
    heavy: ["customers", "products", "webhook_endpoints", "accounts", "coupons"],
    instead: "look at it (`stripe customers list`), or try it in test mode with a test key, and let a person do it",
  },
  {
    names:
      listed(`pagerduty pd datadog dog datadog-ci newrelic sentry-cli grafana-cli grafanactl splunk opsgenie statuspage
      honeycomb loki logcli promtool mimirtool amtool cortextool zabbix_js checkly ohdear`),
    where: "of what watches over a service",
    depth: 3,
    rules: {
      "silence add|expire|update": ["risky", "silences alarms"],
      "monitor mute|mute_all|delete": ["risky", "silences alarms"],
      "clean eventdata|all": ["destructive", "deletes recorded data"],
      "remove index|user|search-server|cluster-config": ["destructive", "deletes recorded data"],
      "plugins|releases|sourcemaps|debug-files|login *": "ordinary",
      "stop|restart *": "ordinary",
    },
    heavy: ["dashboard", "monitor", "alert", "rules"],
    instead: "look at what is there (`amtool alert`), and let a person change it",
  },
  {
    names:
      listed(`algolia meilisearch typesense elasticsearch-keystore elasticsearch-users elasticsearch-node opensearch-cli
      curator curator_cli solr es esctl qdrant weaviate chroma pinecone pc`),
    where: "of a search index",
    depth: 3,
    rules: {
      "indices|index|indexes clear|delete|move": ["destructive", "deletes a search index"],
      "delete_indices|delete-indices|delete_snapshots": ["destructive", "deletes search indexes"],
      "objects delete": ["risky", "deletes entries of a search index"],
      "repurpose|unsafe-bootstrap|detach-cluster|remove-settings": [
        "destructive",
        "takes a part of a search cluster apart",
      ],
      "delete -c": ["destructive", "deletes a search index"],
    },
    heavy: ["index", "indices", "collection", "core", "userdel"],
    instead: "look at it first (`algolia indices list`), and keep a copy of it before a person deletes it",
  },
  {
    names:
      listed(`ldcli ldc launchdarkly flipt unleash configcat flagsmith sendgrid mailgun postmark resend ses twilio slack
      discord intercom segment zapier cli4 dnscontrol octodns-sync pdnsutil nsupdate lexicon godaddy namecheap gandi
      certbot acme.sh lego step-ca ngrok shodan airflow prefect dagster dbt snow snowsql databricks mlflow wandb dvc
      kaggle hf huggingface-cli openai fabric-cli`),
    where: "of a service others use",
    depth: 3,
    rules: {
      "purge_everything=*": "ordinary",
      "api:core:messages:create|api:core:calls:create|email:send|messages:create|chat|mail": [
        "risky",
        "sends messages to people",
      ],
      "push|preview|check --delete-zones": "risky",
      "push|ppreview|preview": "ordinary",
      "--doit": ["risky", "changes the entries of domains"],
      "delete-zone|delete-rrset|clear-zone|replace-rrset": ["destructive", "deletes entries of a domain"],
      "revoke|delete|unregister|deactivate": ["risky", "takes a certificate or an account away"],
      "--revoke|--remove|--deactivate": ["risky", "takes a certificate or an account away"],
      "db reset|clean|downgrade": ["destructive", "deletes the records of all runs"],
      "dags|pools|variables|connections|users delete": ["risky", "deletes things of a service others use"],
      "gc|cache|remote|config|destroy|remove|unfreeze|cancel *": "ordinary",
      remove: "ordinary",
      "repo delete|remove": ["destructive", "deletes a repository of models or data"],
      "--delete": ["risky", "deletes things of a service others use"],
      "fs|workspace|dbfs rm -r|--recursive": ["destructive", "deletes a folder in a store with all that is in it"],
      "fs|dbfs rm": "risky",
    },
    heavy: ["clusters", "jobs", "flags", "environments", "segments", "domains", "catalogs"],
    instead: "look at it first, see what would change (`dnscontrol preview`), and let a person do it",
  },
  {
    names: ["influx"],
    where: "of measurements",
    depth: 2,
    taking: ["--host", "-t", "--token", "-o", "--org"],
    rules: { delete: ["destructive", "deletes measurements"] },
    heavy: ["bucket", "org"],
    instead: "look at what is there (`influx bucket list`), and let a person delete it",
  },
]);
