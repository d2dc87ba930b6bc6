/** Queues, topics and streams. Purged messages are lost. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const TOPICS = ["destructive", "deletes topics, offsets or records of a message log"] as const;

export default serviceProgram([
  {
    names:
      listed(`kafka-topics kafka-consumer-groups kafka-acls kafka-configs kafka-delete-records kafka-streams-application-reset
      kafka-leader-election kafka-reassign-partitions kafka-storage kafka-features kafka-delegation-tokens
      zookeeper-shell zkCli`).flatMap((name) => [name, `${name}.sh`]),
    where: "in a message log",
    depth: 3,
    taking: ["-server", "--server", "-timeout"],
    rules: {
      "rmr|deleteall|delete": TOPICS,
      "--delete|--remove|--delete-offsets|--delete-config|--remove-all": TOPICS,
      "--reset-offsets --execute": ["risky", "changes the position from which consumers read"],
      "--offset-json-file": TOPICS,
      "--application-id !--dry-run": TOPICS,
      "--execute": ["risky", "moves partitions of a message log"],
      "* rmr|deleteall|delete": TOPICS,
      "--alter --add-config=*retention*|--delete-config": ["risky", "changes how long messages are kept"],
      format: ["destructive", "formats the storage of a message log"],
    },
    instead: "see what exists (`kafka-topics --list --bootstrap-server broker:9092`), and ask the user to delete it",
  },
  {
    names: [
      "rabbitmqctl",
      "rabbitmqadmin",
      "rabbitmq-queues",
      "rabbitmq-streams",
      "rabbitmq-plugins",
      "rabbitmq-upgrade",
    ],
    where: "in a message broker",
    depth: 1,
    taking: listed(`-n --node -p --vhost -H --host -u --username -P --port --password`),
    rules: {
      "reset|force_reset": ["destructive", "resets a message broker and its queues"],
      "delete_vhost|delete_queue|purge_queue": ["destructive", "deletes queues and their messages"],
      "forget_cluster_node|stop_app|stop|shutdown|close_all_connections|change_password|clear_password": [
        "risky",
        "disconnects a message broker",
      ],
      "delete vhost|queue|exchange": ["destructive", "deletes queues and their messages"],
      "enable|disable *": "ordinary",
    },
    instead: "see what exists (`rabbitmqctl list_queues`), and ask the user to delete it",
  },
  {
    names:
      listed(`nats rpk pulsar-admin mosquitto_ctrl kcat confluent ccloud redpanda activemq temporal tctl-temporal celery rq
      bullmq sidekiqctl beanstalkd-cli`),
    where: "in a message service",
    depth: 3,
    taking: ["-s", "--server", "--context", "-A", "--app", "--user"],
    rules: {
      "purge|amqp.queue.purge": ["destructive", "purges queues and their messages"],
      "kv|stream|object|bucket|consumer purge|rm|delete|del": ["destructive", "deletes streams or their content"],
      "control shutdown": ["risky", "stops workers"],
      "context *": "ordinary",
      "namespaces|topics|tenants delete|unload|clear-backlog": ["destructive", "deletes topics or their content"],
      empty: ["destructive", "empties queues"],
    },
    instead: "see what exists (`nats stream list`), and ask the user to delete it",
  },
]);
