/** Infrastructure as code. Plans are ordinary. Applying without a plan is risky. Destroying is destructive. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const DESTROYS = ["destructive", "destroys the infrastructure that these files describe"] as const;
const UNASKED = ["risky", "changes infrastructure without a reviewed plan"] as const;

export default serviceProgram([
  {
    names: ["terraform", "tofu", "terragrunt", "terramate", "opentofu", "cdktf"],
    where: "in the infrastructure state",
    depth: 3,
    rules: {
      "destroy|run-all|run destroy": DESTROYS,
      "run-all plan|validate|output|init|show|graph-dependencies|hclfmt|providers|fmt": "ordinary",
      destroy: DESTROYS,
      "apply -destroy|--destroy": DESTROYS,
      "apply|run-all|deploy -auto-approve|--auto-approve|--terragrunt-non-interactive": UNASKED,
      "state rm|push|replace-provider": [
        "risky",
        "removes existing infrastructure from the state, so that it is no longer managed",
      ],
      "workspace delete -force|--force": ["destructive", "deletes a workspace and its state"],
      "workspace delete": ["risky", "deletes a workspace"],
      "force-unlock": ["risky", "breaks a state lock that another process may hold"],
      "state|workspace *": "ordinary",
      "plan|validate|init|fmt|output|show|providers|graph|import|refresh|taint|untaint": "ordinary",
    },
    instead: "see what would change (`terraform plan`, `tofu plan`), and ask the user to apply it",
  },
  {
    names: ["pulumi"],
    where: "in the infrastructure state",
    depth: 3,
    taking: ["-s", "--stack", "-C", "--cwd", "--color"],
    rules: {
      "destroy|down|dn": DESTROYS,
      "up|update|refresh -y|--yes|-f|--skip-preview": UNASKED,
      "stack rm": ["destructive", "deletes a stack and its history"],
      "state delete|edit|unprotect": [
        "risky",
        "removes existing infrastructure from the state, so that it is no longer managed",
      ],
      "stack tag|change-secrets-provider *": "ordinary",
      "config|plugin|policy|logout|about|schema *": "ordinary",
      "cancel *": "ordinary",
    },
    instead: "see what would change with `pulumi preview`, and ask the user to do it",
  },
  {
    names: listed(`copilot cdk sst serverless sls sam samlocal amplify chalice zappa`),
    where: "in a cloud",
    depth: 2,
    rules: {
      "destroy|remove|undeploy": DESTROYS,
      "delete !--help": DESTROYS,
      "app|env|svc|job|pipeline|task delete": DESTROYS,
      "deploy --require-approval=never": UNASKED,
      "plugin *": "ordinary",
    },
    instead: "see what would change (`cdk diff`), and ask the user to take it down",
  },
  {
    names: listed(`ceph rados rbd cephadm gluster gnt-instance gnt-cluster onevm pvesh pvesm`),
    where: "in a storage cluster",
    depth: 3,
    rules: {
      "osd pool delete|rm": ["destructive", "deletes a storage pool and everything in it"],
      "osd purge|destroy|rm|out|lost": ["destructive", "removes disks from a storage cluster"],
      "purge|rmpool|rm-cluster|zap-osds": ["destructive", "deletes a storage pool or cluster and everything in it"],
      "free|delete|remove": ["destructive", "deletes a volume"],
      "volume delete|reset": ["destructive", "deletes a volume"],
    },
    heavy: ["fs", "pool", "image", "snap"],
    instead: "see what exists (`ceph osd pool ls`), and ask the user to do it",
  },
  {
    names: ["packer", "nomad", "consul", "boundary", "waypoint", "vagrant-cloud"],
    where: "in a cluster that others use",
    depth: 3,
    rules: {
      "job|alloc stop -purge|--purge": ["destructive", "stops a job and purges it from the cluster"],
      "job|alloc stop|restart": "ordinary",
      "stop -purge|--purge": ["destructive", "stops a job and purges it from the cluster"],
      "system gc": "ordinary",
      "kv delete -recurse|--recurse": ["destructive", "deletes a whole subtree of cluster settings"],
      "kv delete": ["risky", "deletes a cluster setting"],
      "force-leave|leave": ["risky", "removes a machine from its cluster"],
      "snapshot restore": ["destructive", "replaces the state of a cluster with an older snapshot"],
      "operator *": "risky",
      "plugins|agent|monitor *": "ordinary",
    },
    instead: "read it first (`consul kv get`, `nomad status`), and ask the user to delete it",
  },
]);
