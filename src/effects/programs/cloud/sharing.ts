/** Resources of a cloud that are handed to other accounts or opened to everyone, and policies that allow everything. */

import { inputText } from "../../model/input-text.js";
import { asking, asksForHelp, lineOf, programOf } from "../../model/rules.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

const asks = asking({
  kind: "service",
  instead: "show the user which resource would be opened and to whom, and let them do it",
  unless: / --(?:dry-?run|generate-cli-skeleton)|endpoint-url[ =]https?:\/\/(?:localhost|127\.|localstack)/,
});
const SHARES = "gives a copy of data to another account, or to everyone";
const OPENS = "opens a resource of a cloud to everyone";
const POLICY = "replaces the policy that says who reaches a resource";
const EVERYTHING = "allows everything to an account or a role";

const tables = programOf([
  asks(["aws", "aws2"], / (?:rds|docdb|neptune) modify-db-(?:cluster-)?snapshot-attribute\b/, SHARES),
  asks(
    ["aws", "aws2"],
    / (?:redshift authorize-snapshot-access|redshift authorize-endpoint-access|ram (?:create-resource-share|associate-resource-share)|ssm modify-document-permission|ec2 modify-fpga-image-attribute|lightsail \S{0,40}public\S{0,40}|backup put-backup-vault-access-policy|lakeformation grant-permissions|datazone \S{0,40}grant\S{0,20}|workspaces update-workspace-image-permission|imagebuilder put-\S{0,40}policy)\b/,
    SHARES,
  ),
  asks(
    ["aws", "aws2"],
    / (?:ecr-public (?:create-repository|put-\S{1,40})|s3api (?:delete-public-access-block|delete-bucket-policy|put-bucket-ownership-controls|put-bucket-website|put-bucket-cors)|s3control (?:delete-public-access-block|put-public-access-block))\b/,
    OPENS,
  ),
  asks(
    ["aws", "aws2"],
    / (?:\S{2,40} put-(?:resource|file-system|repository|bucket|key|topic|domain|data-catalog|destination)\S{0,20}-polic(?:y|ies)\S{0,20}|\S{2,40} (?:set-repository-policy|put-resource-policy|update-domain-config|put-policy|put-permission|add-layer-version-permission|create-resource-policy|set-topic-attributes|set-queue-attributes)|(?:ecr|glue|efs|events|logs|serverlessrepo|codeartifact|mediastore|acm-pca|secretsmanager|kms|lambda|sns|sqs|opensearch|es) (?:put|set)-\S{0,40}(?:policy|permission)\S{0,20})\b/,
    POLICY,
  ),
  asks(
    ["aws", "aws2"],
    / quicksight update-\S{1,40}-permissions\b| eks update-cluster-config\b.{0,200}publicAccessCidrs=0\.0\.0\.0\/0| eks (?:create-access-entry|associate-access-policy)\b| ec2 (?:modify-instance-attribute .{0,100}--groups|associate-address|replace-iam-instance-profile-association|modify-vpc-endpoint-service-permissions)\b/,
    "changes who reaches a resource of a cloud",
  ),
  asks(
    ["gcloud"],
    / storage buckets (?:update|create)\b.{0,200}(?:--no-public-access-prevention|--no-uniform-bucket-level-access|--predefined-acl)/,
    OPENS,
  ),
  asks(
    ["gcloud"],
    / (?:run|functions) deploy\b.{0,300}--allow-unauthenticated| (?:sql instances|compute instances|container clusters) \S{1,20}\b.{0,300}(?:--assign-ip|--no-enable-master-authorized-networks|--metadata[ =]\S{0,80}enable-oslogin=false)/,
    OPENS,
  ),
  asks(
    ["gcloud"],
    / iam roles (?:create|update)\b.{0,300}--(?:permissions|add-permissions)[ =]["']?\S{0,200}\*/,
    EVERYTHING,
  ),
  asks(
    ["gsutil"],
    / (?:iam (?:set|ch -?\S{0,20}(?:all(?:Authenticated)?Users|all))|acl (?:set|ch)\b.{0,100}(?:public-read|All(?:Authenticated)?Users)|defacl (?:set|ch)|web set|cors set|ubla set off|pap set (?:inherited|unspecified))\b/i,
    OPENS,
  ),
  asks(
    ["bq"],
    / (?:update|add-iam-policy-binding|set-iam-policy)\b.{0,300}(?:--source|--member=all\S{0,30}Users|\.json)/,
    POLICY,
  ),
  asks(
    ["az"],
    / (?:storage account|keyvault|cosmosdb|acr|sql server|cognitiveservices account|search service|servicebus namespace|eventhubs namespace)\b.{0,60} (?:update|create)\b.{0,300}(?:--default-action[ =]Allow|--public-network-access[ =]Enabled|--anonymous-pull-enabled(?: true|=true|\s|$)|--enable-public-network(?: true|=true)|--bypass[ =]\S{0,40}Azure)/i,
    OPENS,
  ),
  asks(
    ["az"],
    / snapshot grant-access\b| storage (?:account|blob|container|share|file) generate-sas\b.{0,400}--expiry[ =]["']?20[3-9]\d/,
    SHARES,
  ),
  asks(
    ["az"],
    / keyvault set-policy\b.{0,400}(?:-permissions[ =](?:all|\S{0,100}(?:delete|purge|set))| all(?:\s|$))| role definition (?:create|update)\b.{0,600}"Actions"\s?:\s?\[\s?"\*"/,
    EVERYTHING,
  ),
  asks(
    ["az"],
    / (?:aks update\b.{0,200}--(?:api-server-authorized-ip-ranges ["']{0,2}(?:\s|$)|disable-private-cluster)|vm open-port\b.{0,200}--port[ =]["']?\*|functionapp|webapp) ?(?:cors add\b.{0,200}--allowed-origins[ =]["']?\*)?/,
    OPENS,
    { unless: / (?:functionapp|webapp)(?! cors add)/ },
  ),
  asks(
    ["doctl"],
    / (?:databases firewalls (?:append|replace)\b.{0,200}0\.0\.0\.0|compute firewall (?:create|add-rules|update)\b.{0,400}address:0\.0\.0\.0\/0,?\S{0,40}|compute domain records delete)/,
    OPENS,
  ),
  asks(["oci"], / bucket (?:update|create)\b.{0,300}--public-access-type[ =](?!NoPublicAccess)\S/, OPENS),
  asks(
    ["mc", "mcli"],
    / (?:anonymous set|policy set|anonymous set-json) (?:public|download|upload|writeonly|readonly|readwrite|\/)/,
    OPENS,
  ),
  asks(
    ["mc", "mcli"],
    / admin policy (?:attach|set|add|create)\b.{0,200}(?:consoleAdmin|readwrite|diagnostics)/,
    EVERYTHING,
  ),
  asks(["s3cmd", "linode-cli", "s5cmd"], / setacl\b.{0,200}(?:--acl-public|public-read)/, OPENS),
  asks(["rclone"], /^ link /, SHARES),
  asks(
    ["kubectl", "oc"],
    / create (?:cluster)?role \S{1,80}.{0,200}--verb[ =]["']?\*|(?: create (?:cluster)?role\b.{0,200}--resource[ =]["']?\*)/,
    EVERYTHING,
  ),
  asks(["kubectl", "oc"], / auth reconcile\b/, "changes rights in a cluster"),
  asks(
    ["consul"],
    / acl (?:token|policy|role) (?:create|update)\b.{0,400}(?:global-management|operator\s{0,2}=\s{0,2}"write"|key_prefix ""|_prefix "" \{|policy\s{0,2}=\s{0,2}"write")|^ acl bootstrap\b/,
    EVERYTHING,
  ),
  asks(["nomad"], / acl (?:token create\b.{0,200}-type[ =]["']?management|bootstrap|policy apply)\b/, EVERYTHING),
  asks(["boundary"], / roles (?:add-grants|set-grants)\b.{0,200}(?:id=\*|ids=\*).{0,60}actions=\*/, EVERYTHING),
  asks(
    ["vault", "bao"],
    /^ (?:-\S{1,80} ){0,4}write .{0,200}(?:polic(?:y|ies)|token_policies)=\S{0,80}\b(?:root|admin|superuser)\b|^ token create .{0,200}-policy[ =]["']?(?:root|admin)/,
    EVERYTHING,
  ),
  asks(["vault", "bao"], /^ (?:-\S{1,80} ){0,4}auth enable\b/, "opens another way to log in to a store of secrets"),
  asks(
    ["rabbitmqctl", "rabbitmqadmin"],
    / set_permissions .{0,100}["']?\.\*["']? ["']?\.\*["']? ["']?\.\*| (?:set_user_tags|add_user) \S{1,60} .{0,20}administrator| declare permission .{0,100}configure=\.\*/,
    EVERYTHING,
  ),
  asks(
    ["etcdctl"],
    / auth disable\b| role grant-permission\b.{0,200}--prefix(?:=true)?.{0,60} readwrite ["']{0,2}(?:\s|$)/,
    "lets every client change the settings of a cluster",
  ),
  asks(["kafka-acls", "kafka-acls.sh"], / --add\b.{0,300}--allow-principal[ =]["']?User:["']?\*/, EVERYTHING),
  asks(["kafka-acls", "kafka-acls.sh"], / --remove\b/, "takes rights to topics away"),
  asks(
    ["nats", "nsc"],
    /^ (?:server (?:passwd|account)|delete (?:account|user|operator)|edit (?:account|user|operator)\b.{0,200}--allow-pub-?s?u?b?[ =]["']?>)/,
    "changes who may connect to a message system",
  ),
]);

/** Programs that read a policy from standard input or a file on the command line. */
const POLICIES = /^(?:vault|bao|consul|nomad|aws|aws2|gcloud|az|kubectl|oc|mc|boundary)$/;
const ALLOWS_ALL =
  /path\s{1,4}"(?:\*|\+|secret\/\*|sys\/\*)"\s{0,4}\{[^}]{0,200}(?:"sudo"|"delete"|"root")|"Action"\s{0,4}:\s{0,4}(?:\[\s{0,4})?"\*"|"Principal"\s{0,4}:\s{0,4}(?:\{\s{0,4}"AWS"\s{0,4}:\s{0,4}(?:\[\s{0,4})?)?"\*"|verbs:\s{0,4}\[\s{0,4}["']\*["']|name:\s{0,4}cluster-admin\b/;

const sharing: Program = {
  names: [
    ...new Set([
      ...tables.names,
      "vault",
      "bao",
      "consul",
      "nomad",
      "aws",
      "aws2",
      "gcloud",
      "az",
      "kubectl",
      "oc",
      "mc",
      "boundary",
    ]),
  ],
  effects(invocation, where) {
    const found = tables.effects(invocation, where);
    if (found.length > 0) return found;
    if (!POLICIES.test(invocation.program!) || asksForHelp(invocation) || isDryRun(invocation)) return [];
    const line = lineOf(invocation).slice(0, 5000);
    if (!/ (?:write|create|put|apply|update|set|attach|replace)\S{0,60}/.test(line)) return [];
    const read = inputText(invocation.input, where)?.slice(0, 5000) ?? "";
    if (!ALLOWS_ALL.test(line) && !ALLOWS_ALL.test(read)) return [];
    return [
      {
        kind: "service",
        severity: "risky",
        certainty: "certain",
        words: invocation.words,
        what: EVERYTHING,
        instead: "name the actions and resources that are needed, and show the user the policy",
      },
    ];
  },
};

export default sharing;
