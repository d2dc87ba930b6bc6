/** Google Cloud, Firebase. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names: ["gcloud"],
    where: "in Google Cloud",
    depth: 6,
    taking: [
      "--project",
      "--account",
      "--configuration",
      "--format",
      "--region",
      "--zone",
      "--impersonate-service-account",
    ],
    rules: {
      "storage rm -r|--recursive|--all-versions": ["destructive", "deletes every object below a path"],
      "storage rsync --delete-unmatched-destination-objects": [
        "risky",
        "deletes objects that are missing in the source",
      ],
      "logging sinks update --disabled": ["risky", "changes what Google Cloud audit logs record"],
      "container clusters resize --num-nodes=0|--size=0": ["risky", "stops all nodes of a cluster"],
      "compute instance-groups managed resize --size=0": ["risky", "stops all instances of a group"],
      "pubsub subscriptions seek": ["risky", "skips or repeats messages of a subscription"],
      "projects|organizations|folders set-iam-policy": ["risky", "replaces all permissions"],
      "* * remove-iam-policy-binding|set-iam-policy": ["risky", "changes permissions"],
      "projects remove-iam-policy-binding": ["risky", "changes permissions"],
      "projects delete": ["destructive", "deletes a project and everything in it"],
      "sql backups restore": ["destructive", "replaces a database with an older backup"],
      "sql instances reset-ssl-config|promote-replica|failover": "risky",
      "auth|config|components|topic|info|feedback|survey *": "ordinary",
      "compute ssh|scp|config-ssh|reset-windows-password": "ordinary",
      "app|run services|versions|jobs|revisions update|deploy|browse": "ordinary",
    },
    heavy: listed(`clusters instances disks images keys versions secrets services`),
    instead: "list what would be affected (`gcloud projects list`), and ask the user to do it",
  },
  {
    names: ["gsutil"],
    where: "in Google Cloud Storage",
    depth: 1,
    taking: ["-o", "-h", "-u"],
    rules: {
      "rm -r|-R|-a|--recursive": ["destructive", "deletes every object below a path"],
      rm: ["risky", "deletes objects"],
      rb: ["risky", "deletes a bucket"],
      "rsync -d !-n": ["risky", "deletes objects that are missing in the source"],
      "rsync|cp|ls|mv|cat|du|stat|mb": "ordinary",
      "iam|acl|lifecycle|retention|versioning set|ch|clear|off": ["risky", "changes a bucket's access or retention"],
    },
    instead: "list what would be affected: `gsutil ls`; try a sync with `gsutil rsync -n -d`",
  },
  {
    names: ["bq"],
    where: "in BigQuery",
    depth: 1,
    taking: ["--project_id", "--location", "--format", "--dataset_id"],
    rules: {
      "rm -r|--recursive|-d|--dataset": ["destructive", "deletes a dataset and all its tables"],
      rm: ["risky", "deletes a table, a view or a model"],
      "cp -f|--force": ["risky", "replaces a table"],
      "update --expiration|--default_table_expiration|--time_partitioning_expiration": [
        "risky",
        "changes when tables are deleted",
      ],
      "load|mk|query|extract|cp --replace": ["risky", "replaces a table"],
      "*": "ordinary",
    },
    instead: "keep a copy first: `bq cp dataset.table backup.table`",
  },
  {
    names: ["firebase"],
    where: "in Firebase",
    depth: 1,
    taking: ["-P", "--project"],
    rules: {
      "firestore:delete|database:remove|firestore:databases:delete|projects:delete": [
        "destructive",
        "deletes application data",
      ],
      "appdistribution:distribute": ["risky", "sends a version of an application to people"],
      "hosting:disable|functions:delete|hosting:sites:delete": ["risky", "takes an application offline"],
      "auth:import|database:set|database:update|remoteconfig:rollback": ["risky", "replaces application data"],
      "firestore:indexes|use|login|logout|serve|deploy|init": "ordinary",
    },
    instead: "keep a copy first (`gcloud firestore export gs://bucket`), and ask the user to do it",
  },
]);
