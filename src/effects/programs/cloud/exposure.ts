/** Cloud calls that open resources to the internet, escalate permissions or start many machines. */
import type { Invocation } from "../../model/invocation.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { serviceEffect } from "../../services/judge.js";
import { listed } from "../../services/listed.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

/** All addresses, or all users. */
const EVERYBODY =
  /(?:^|[\s=,:"'])(?:0\.0\.0\.0\/0|::\/0)(?:$|[\s,"'])|0\.0\.0\.0 .{0,40}255\.255\.255\.255|\ballUsers\b|\ballAuthenticatedUsers\b|\bpublic-read(?:-write)?\b|"Principal"\s{0,4}:\s{0,4}(?:"\*"|\{\s{0,4}"AWS"\s{0,4}:\s{0,4}"\*")|--public-access(?:-block-configuration)?[ =](?:blob|container|true|enabled)|--(?:public-network-access|allow-blob-public-access)[ =](?:true|enabled)|BlockPublicAcls=false|--source-address-prefixes? (?:\*|Internet|any)|-auth-type[ =]?NONE\b|--no-block-public-access|--block-public-access false/i;
/** Only creates the rule, or names a private network. */
const LOOKS = / (?:describe|list|get|show)\S{0,60}(?:\s|$)| --(?:destination-cidr-block|route|destination-range)/;
const OPENS =
  /authorize-|create|update|set|add|put|modify|attach|grant|allow|deploy|enable|patch|binding|share|publish|firewall|permission|policy|mb|sync|cp/;
/** Administrator permissions. */
const ADMIN =
  / sts assume-role\b.{0,300}role\/\S{0,60}(?:admin|root|owner|org|break-?glass|poweruser)| iam (?:attach|put)-(?:user|role|group)-policy\b.{0,300}(?:AdministratorAccess|PowerUserAccess|IAMFullAccess)| iam (?:create-access-key|create-login-profile|update-login-profile|create-user|add-user-to-group|create-service-specific-credential|update-assume-role-policy|deactivate-mfa-device)\b| --impersonate-service-account[ =]\S{0,80}(?:admin|owner|prod)| lambda add-permission\b.{0,300}--principal[ =]["']?\*| (?:kms put-key-policy|secretsmanager put-resource-policy|sqs set-queue-attributes\b.{0,300}Policy|sns add-permission|ecr set-repository-policy|s3api put-bucket-policy)\b| ad app permission admin-consent\b| organizations (?:leave-organization|remove-account|detach-policy|invite)| iam roles update .{0,100}--add-permissions/i;
/** Many machines, or very expensive ones. */
const MANY =
  / (?:run-instances|request-spot-instances|request-spot-fleet|create-fleet|instances (?:bulk )?create|vm create|vmss (?:create|scale)|droplet create|server create|instance create|linodes create|create-auto-scaling-group|set-desired-capacity|update-auto-scaling-group)\b.{0,400}(?:(?:--count|--instance-count|--desired-capacity|--max-size|--new-capacity|--number|--size|--count=\d{1,3}:)[ =](?:[2-9]\d|\d{3,})(?:\s|$|:)|\b(?:p[2345]d?e?\.\d{1,2}xlarge|g[456]\w?\.\d{2}xlarge|a2-(?:mega|ultra|high)gpu|a3-\w{1,20}|Standard_N[CDV]\d{2,}\w{0,12}|gpu-h100\S{0,20}))/;

const exposure: Program = {
  names: listed(
    "aws aws2 gcloud az doctl linode-cli hcloud scw vultr-cli oci openstack ibmcloud aliyun tccli exo upctl civo gsutil yc ovhcloud kubectl supabase neonctl pscale",
  ),
  effects(invocation) {
    if (asksForHelp(invocation) || isDryRun(invocation)) return [];
    const what = exposed(invocation);
    return what === undefined
      ? []
      : [
          serviceEffect(invocation, {
            severity: "risky",
            what,
            instead: "show the user what would be opened or started, and ask them to do it",
          }),
        ];
  },
};

export default exposure;

function exposed(invocation: Invocation): string | undefined {
  const line = lineOf(invocation).slice(0, 5000);
  if (/ --endpoint-url[ =]https?:\/\/(?:localhost|127\.|localstack)/.test(line)) return undefined;
  if (ADMIN.test(line)) return "takes or grants administrator permissions in a cloud";
  if (MANY.test(line)) return "starts many or very expensive machines in a cloud";
  if (!EVERYBODY.test(line) || !OPENS.test(line) || LOOKS.test(line)) return undefined;
  return "opens a cloud resource to the whole internet";
}
