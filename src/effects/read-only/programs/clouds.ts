/** Clouds: nouns, then a verb. An unknown noun may be a writing verb and is rejected. */
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { isSure, isWritten, type Options, type Verbs } from "../rule.js";
import { sqlOnlyReads } from "../sql.js";

function texts(words: readonly Word[], open: boolean): string[] | undefined {
  return !open && words.every((word) => isSure(word) && isWritten(word)) ? words.map(({ text }) => text) : undefined;
}

/** Command words after the global options; undefined if one of those is unknown. */
function split(globals: Options, words: readonly string[]): readonly string[] | undefined {
  const lead = { ...globals };
  let at = 0;
  while (at < words.length && words[at]!.startsWith("-")) {
    const one = readArguments(lead, [words[at]!]) !== undefined ? 1 : 2;
    if (readArguments(lead, words.slice(at, at + one)) === undefined) return undefined;
    at += one;
  }
  return words.slice(at);
}

// --- Amazon -----------------------------------------------------------------------------------------------------------

const AWS_GLOBALS: Options = {
  options:
    "--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --no-cli-auto-prompt --endpoint-url= --output= --query= --profile= --region= --color= --ca-bundle= --cli-read-timeout= --cli-connect-timeout= --version",
};
const AWS_SERVICES = new Set(
  "accessanalyzer account acm acm-pca amplify apigateway apigatewayv2 appconfig application-autoscaling appmesh apprunner appsync athena autoscaling backup batch bedrock bedrock-agent budgets ce cloud9 cloudcontrol cloudformation cloudfront cloudhsmv2 cloudsearch cloudtrail cloudwatch codeartifact codebuild codecommit codedeploy codepipeline codestar-connections cognito-identity cognito-idp comprehend compute-optimizer configservice connect cur databrew datapipeline datasync dax detective devicefarm directconnect discovery dlm dms docdb ds dynamodb dynamodbstreams ec2 ec2-instance-connect ecr ecr-public ecs efs eks elasticache elasticbeanstalk elb elbv2 emr emr-containers emr-serverless es events evidently firehose fis fms forecast fsx gamelift glacier globalaccelerator glue grafana greengrass guardduty health iam identitystore imagebuilder inspector inspector2 iot ivs kafka kendra keyspaces kinesis kinesisanalyticsv2 kms lakeformation lambda lex-models license-manager lightsail logs machinelearning macie2 mediaconvert medialive mediapackage memorydb mgn migrationhub mq mwaa neptune network-firewall networkmanager opensearch opensearchserverless opsworks organizations outposts personalize pi pinpoint pipes polly pricing proton quicksight ram rds redshift redshift-serverless rekognition resiliencehub resource-explorer-2 resource-groups resourcegroupstaggingapi robomaker route53 route53domains route53resolver s3api s3control sagemaker savingsplans scheduler schemas sdb secretsmanager securityhub serverlessrepo service-quotas servicecatalog servicediscovery ses sesv2 shield signer sns sqs ssm ssm-incidents sso sso-admin stepfunctions storagegateway sts support swf synthetics textract timestream-query transcribe transfer translate waf waf-regional wafv2 wellarchitected workdocs workmail workspaces xray".split(
    " ",
  ),
);
const AWS_READS =
  /^(?:(?:batch-)?(?:describe|list|get|head|lookup|search|estimate|validate|check)(?:-|$)|admin-(?:get|list)-|simulate-|test-(?:dns-answer|metric-filter|event-pattern)$|(?:scan|query)$|filter-log-events$|tail$)/;
/** Plain-text secrets, new credentials, and output files as the last operand. */
const AWS_NOT =
  /^(?:get-.*(?:token|credentials?|password|password-data|secret-value)(?:-for-.*)?|batch-get-secret-value|get-id|get-object|get-object-torrent|get-export|get-sdk|get-job-output|get-configuration|get-package-version-asset|get-key-pair|get-instance-access-details|get-snapshot-block)$/;
const AWS_MORE: Readonly<Record<string, (verb: string, rest: readonly string[]) => boolean>> = {
  s3: (verb) => verb === "ls",
  configure: (verb, rest) =>
    verb === "list" || verb === "list-profiles" || (verb === "get" && !/secret|token/.test(rest.join(" "))),
  sts: (verb) => /^(?:get-caller-identity|get-access-key-info|decode-authorization-message)$/.test(verb),
  ssm: (verb, rest) => isAwsRead(verb) && !rest.some((word) => word.startsWith("--with-d")),
  logs: (verb) => isAwsRead(verb) || verb === "start-query",
  iam: (verb) => isAwsRead(verb) || verb === "generate-credential-report",
  dynamodb: (verb) => isAwsRead(verb) || verb === "transact-get-items",
  athena: (verb, rest) => isAwsRead(verb) || (verb === "start-query-execution" && isAthenaRead(rest)),
};

function isAwsRead(verb: string): boolean {
  return AWS_READS.test(verb) && !AWS_NOT.test(verb);
}

function isAthenaRead(rest: readonly string[]): boolean {
  const at = rest.indexOf("--query-string");
  return at >= 0 && rest.lastIndexOf("--query-string") === at && sqlOnlyReads(rest[at + 1] ?? "");
}

function aws(words: readonly Word[], open: boolean): boolean {
  const all = texts(words, open);
  if (all === undefined) return false;
  if (all.length === 1 && /^(?:help|--version)$/.test(all[0]!)) return true;
  const [service = "", verb = "", ...rest] = split(AWS_GLOBALS, all) ?? [];
  // The query is read from a file, and the result may be written to one.
  if (rest.some((word) => /^--(?:cli-input|outfile|generate-cli-skeleton)/.test(word))) return false;
  // A file included in a request leaves the machine.
  if (all.some((word) => word.startsWith("--endpoint-url")) && all.some((word) => /fileb?:\/\//.test(word)))
    return false;
  if (verb === "help" || (rest.length === 1 && /^(?:help|--help)$/.test(rest[0]!))) return /^[a-z\d-]+$/.test(service);
  const more = Object.hasOwn(AWS_MORE, service) ? AWS_MORE[service] : undefined;
  if (more !== undefined) return more(verb, rest);
  return AWS_SERVICES.has(service) && isAwsRead(verb);
}

// --- Nouns, then a verb ---------------------------------------------------------------------------------------------------

interface Grammar {
  readonly globals: Options;
  readonly nouns: ReadonlySet<string>;
  /** Nouns in first position; verbs elsewhere. */
  readonly firsts?: ReadonlySet<string>;
  readonly reads: RegExp;
  /** Matches the whole command, joined with spaces. */
  readonly not: RegExp;
}

function nounVerb({ globals, nouns, firsts, reads, not }: Grammar) {
  return (words: readonly Word[], open: boolean): boolean => {
    const all = texts(words, open);
    const rest = all === undefined ? undefined : split(globals, all);
    if (all === undefined || rest === undefined) return false;
    if (rest.length === 0) return all.some((word) => /^(?:--version|--help|-h)$/.test(word)) || all.length === 0;
    const end = rest.findIndex(
      (word, at) =>
        !nouns.has(word) &&
        !(firsts?.has(word) && /^(?:alpha |beta |preview )?$/.test(`${rest.slice(0, at).join(" ")} `.trimStart())),
    );
    // If no verb follows the nouns, the last noun is the verb: `container logs`.
    const verb = end < 0 ? rest.at(-1)! : rest[end]!.startsWith("-") ? (rest[end - 1] ?? "") : rest[end]!;
    if (rest.length <= 5 && /^(?:--help|-h)$/.test(rest.at(-1)!))
      return rest.slice(0, -1).every((word) => /^[a-z][a-z\d-]*$/.test(word));
    return reads.test(verb) && !not.test(all.join(" "));
  };
}

const gcloud: Grammar = {
  globals: {
    options:
      "--project= --format= --configuration= --account= --verbosity= --quiet -q --billing-project= --no-user-output-enabled --user-output-enabled --trace-token= --version -v --help -h",
  },
  nouns: new Set(
    "alpha beta preview access-context-manager policies levels perimeters active-directory ai endpoints models custom-jobs hp-tuning-jobs indexes index-endpoints anthos api-gateway apis api-configs gateways apigee app services versions instances regions domain-mappings firewall-rules ssl-certificates artifacts repositories packages docker tags images files asset feeds assets audit-manager auth backup-dr vaults bigtable clusters tables backups hot-tablets billing accounts projects budgets builds triggers worker-pools certificate-manager certificates maps entries dns-authorizations trust-configs issuance-configs cloud-shell components composer environments operations compute os-login addresses accelerator-types backend-buckets backend-services commitments disk-types disks external-vpn-gateways forwarding-rules future-reservations health-checks http-health-checks https-health-checks instance-groups managed unmanaged instance-templates interconnects attachments locations machine-images machine-types network-endpoint-groups network-firewall-policies networks subnets peerings vpc-access node-groups node-templates node-types os-config packet-mirrorings project-info public-advertised-prefixes resource-policies routers routes security-policies rules service-attachments shared-vpc snapshots sole-tenancy ssl-policies target-grpc-proxies target-http-proxies target-https-proxies target-instances target-pools target-ssl-proxies target-tcp-proxies target-vpn-gateways tpus url-maps vpn-gateways vpn-tunnels zones config configurations container node-pools hub memberships fleet data-catalog database-migration dataflow jobs dataproc autoscaling-policies batches datastore deploy delivery-pipelines releases rollouts targets deployment-manager deployments manifests resources types dns managed-zones record-sets response-policies domains registrations edge-cloud essential-contacts eventarc channels providers filestore firebase firestore databases functions event-types runtimes healthcare datasets iam roles service-accounts keys workload-identity-pools workforce-pools iap settings tcp web identity groups ids kms keyrings cryptokeys import-jobs logging logs sinks metrics buckets views links exclusions media memcache metastore migration ml monitoring dashboards snoozes network-connectivity hubs spokes network-management connectivity-tests network-security address-groups authorization-policies client-tls-policies firewall-endpoints gateway-security-policies server-tls-policies tls-inspection-policies url-lists network-services notebooks org-policies organizations policy-intelligence privateca pools roots subordinates templates pubsub topics subscriptions schemas lite-topics recaptcha recommender insights recommendations redis resource-manager folders revisions executions tasks scheduler scc findings sources notifications secrets service-directory namespaces service-extensions repos spanner instance-configs sql flags tiers users ssl client-certs storage objects hmac-keys survey bindings holds values queues tpu transcoder agents vmware private-clouds workbench workflows workspace-add-ons workstations".split(
      " ",
    ),
  ),
  firsts: new Set(["run", "test", "transfer", "source"]),
  reads:
    /^(?:list|list-[a-z-]+|describe|describe-[a-z-]+|get|get-(?!credentials|auth)[a-z-]+|read|tail|search|search-[a-z-]+|lookup|ls|du|hash|help|version|info|topic)$/,
  not: /\bsecrets versions (?:access|get)\b|--flags-file|--access-token-file|--impersonate-service-account|--log-http|\bauth print|--gcs-|--(?:destination|output-file|out-file)\b/,
};

const az: Grammar = {
  globals: {
    options: "--subscription= -o= --output= --query= --debug --verbose --only-show-errors --help -h --version -v",
  },
  nouns: new Set(
    "account management-group subscription acr agentpool cache connected-registry credential manifest metadata pack replication repository scope-map task task-run token webhook ad app owner federated-credential permission group member signed-in-user sp user advisor recommendation configuration afd endpoint origin origin-group profile route rule rule-set security-policy aks addon command maintenanceconfiguration nodepool snapshot trustedaccess ams apim api operation product revision release schema versionset nv appconfig kv feature replica appservice ase domain hybrid-connection plan vnet-integration backup container item job policy protectable-item protection recoverypoint vault batch application pool node certificate billing balance enrollment-account invoice period bicep boards area project team iteration work-item relation bot cdn custom-domain cloud cognitiveservices deployment commitment-plan config param-persist consumption budget marketplace pricesheet reservation usage containerapp connection dapr-component env storage workload-profile compose job execution github-action hostname ingress access-restriction cors sticky-sessions traffic ip-restriction label logs replica secret ssl connectedk8s cosmosdb cassandra keyspace table throughput gremlin database graph keys locations mongodb collection restorable-database-account resource mongocluster private-endpoint-connection private-link-resource service sql stored-procedure trigger user-defined-function role assignment definition data-factory databricks workspace datafactory deployment-scripts devops admin banner extension security service-endpoint azurerm github wiki page dms iot hub dps device disk disk-access disk-encryption-set dns eventgrid event-subscription topic topic-type system-topic partner eventhubs eventhub authorization-rule consumer-group namespace cluster schema-registry georecovery-alias feature featuregroup functionapp appsettings connection-string container access-restriction cors deployment slot source user function flex-migration hdinsight identity image builder import-export keyvault key network-rule secret certificate contact issuer pending kusto lab lock logic logicapp integration-account managed-cassandra managedapp managedservices maps mariadb ml compute data datastore environment job model online-endpoint batch-endpoint component registry mysql flexible-server db parameter replica server server-logs firewall-rule netappfiles pool volume network application-gateway address-pool auth-cert client-cert frontend-ip frontend-port http-listener http-settings identity private-link probe redirect-config rewrite-rule root-cert routing-rule ssl-cert ssl-policy url-path-map waf-policy waf-config asg bastion cross-connection cross-region-lb custom-ip ddos-protection record-set a aaaa caa cname mx ns ptr soa srv txt zone express-route auth gateway peering port firewall front-door lb inbound-nat-pool inbound-nat-rule outbound-rule local-gateway manager nat nic ip-config nsg perimeter private-dns link vnet private-endpoint asc dns-zone-group private-link-service profile public-ip prefix route-filter route-table routeserver security-partner-provider service-endpoint policy-definition subnet tap traffic-manager virtual-appliance vhub vpn-connection vpn-gateway vpn-site vrouter vwan watcher connection-monitor flow-log packet-capture vnet-gateway network-function notification-hub openshift orbital partnercenter pipelines agent build definition queue runs artifact tag variable variable-group policy set-definition remediation state event exemption postgres ppg portal dashboard power provider quantum redis patch-schedule firewall-rules relay hyco wcfrelay repos pr ref reviewer work-item restore-point search security alert assessment atp auto-provisioning-setting discovered-security-solution jit-policy location pricing secure-scores setting sub-assessment topology servicebus queue topic subscription sf application cluster managed-cluster sig gallery-application image-definition image-version signalr upstream site-recovery snapshot spring sqlvm sql dw elastic-pool failover-group instance-pool mi midb ad-admin advanced-threat-protection-setting audit-policy classification tde vnet-rule virtual-cluster ssh sshkey stack mg sub staticwebapp storage account blob-service-properties encryption-scope file-service-properties local-user management-policy migration or-policy private-link-resource blob copy immutability-policy incremental-copy lease metadata service-properties tag container-rm legal-hold cors directory entity file fs access message queue share share-rm table logging metrics storagesync store support services tickets synapse tag term tests ts vm application availability-set boot-diagnostics diagnostics encryption extension host image gallery-application identity monitor log metrics nic run-command secret unmanaged-disk vmss rolling-upgrade scaling webapp auth backup connection-string deleted deployment-ssh github-actions publish-profile monitor action-group activity-log alert autoscale data-collection diagnostic-settings categories log-analytics log-profiles metrics-alert scheduled-query workspace saved-search solution linked-service pack table private-link-scope".split(
      " ",
    ),
  ),
  reads:
    /^(?:list|list-[a-z-]+|show|show-[a-z-]+|get|get-(?!credentials|access-token|backup|token)[a-z-]+|exists|query|url|tail|logs|search|version|check-name|check-name-availability)$/,
  // Keys and passwords are left to the user.
  not: /\bacr build\b|\bkeyvault secret show\b|\b(?:keys|credential|credentials|appsettings|connection-string) (?:list|show)\b|\b(?:list|show)-(?:[a-z]+-)*(?:keys?|credentials?|profiles|secrets?|connection-strings?)\b|--file-path/,
};

const auth0: Grammar = {
  globals: { options: "--no-color --no-input --debug --tenant= --help -h --version -v" },
  nouns: new Set(
    "actions apis scopes apps attack-protection ap protection bpd bfp sit breached-password-detection brute-force-protection suspicious-ip-throttling ips domains email provider templates event-streams events logs streams orgs members invitations organizations roles permissions perms rules tenants ul universal-login prompts users blocks network-acl token-exchange phone".split(
      " ",
    ),
  ),
  reads: /^(?:list|ls|show|search|search-by-email|stats|tail|diff)$/,
  not: /--(?:reveal|reveal-secrets|file|output-dir)|(?:^| )-r(?: |$)/,
};

function auth0Api(words: readonly Word[], open: boolean): boolean {
  const all = texts(words, open);
  if (all?.[0] !== "api") return nounVerb(auth0)(words, open);
  return (
    readArguments({ options: "-q= --query=" }, all) !== undefined &&
    !/^(?:post|put|patch|delete)$/i.test(all[1] ?? "post")
  );
}

export default {
  aws,
  gcloud: nounVerb(gcloud),
  az: nounVerb(az),
  auth0: auth0Api,
} satisfies Verbs;
