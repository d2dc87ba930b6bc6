/** Infrastructure as code. Plans are ordinary; destroying is grave; changing without being asked is asked about here. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const DESTROYS = ["destructive", "destroys the infrastructure these files describe"] as const;
const UNASKED = ["risky", "changes infrastructure without anybody seeing the plan"] as const;

export default serviceProgram([
  {
    names: ["terraform", "tofu", "terragrunt", "terramate", "opentofu", "cdktf"],
    where: "in the state of infrastructure",
    depth: 3,
    rules: {
      "destroy|run-all|run destroy": DESTROYS,
      destroy: DESTROYS,
      "apply -destroy|--destroy": DESTROYS,
      "apply|run-all|deploy -auto-approve|--auto-approve|--terragrunt-non-interactive": UNASKED,
      "state rm|push|replace-provider": ["risky", "makes infrastructure forgotten that goes on to exist"],
      "workspace delete -force|--force": ["destructive", "deletes a workspace with its state"],
      "workspace delete": ["risky", "deletes a workspace"],
      "force-unlock": ["risky", "breaks a lock that somebody else may hold"],
      "state|workspace *": "ordinary",
      "plan|validate|init|fmt|output|show|providers|graph|import|refresh|taint|untaint": "ordinary",
    },
    instead: "see what would be done: `terraform plan`, or `terraform plan -destroy`, and let a person apply it",
  },
  {
    names: ["pulumi"],
    where: "in the state of infrastructure",
    depth: 3,
    taking: ["-s", "--stack", "-C", "--cwd", "--color"],
    rules: {
      "destroy|down|dn": DESTROYS,
      "up|update|refresh -y|--yes|-f|--skip-preview": UNASKED,
      "stack rm": ["destructive", "deletes a stack with its history"],
      "state delete|edit|unprotect": ["risky", "makes infrastructure forgotten that goes on to exist"],
      "stack tag|change-secrets-provider *": "ordinary",
      "config|plugin|policy|logout|about|schema *": "ordinary",
      "cancel *": "ordinary",
    },
    instead: "see what would be done: `pulumi preview`, and let a person do it",
  },
  {
    names: listed(`cdk sst serverless sls sam samlocal amplify chalice zappa`),
    where: "in a cloud",
    depth: 2,
    rules: {
      "destroy|remove|undeploy": DESTROYS,
      "delete !--help": DESTROYS,
      "app|env|svc|job|pipeline|task delete": DESTROYS,
      "deploy --require-approval=never": UNASKED,
      "plugin *": "ordinary",
    },
    instead: "see what is there and what would change (`cdk diff`), and let a person take it down",
  },
  {
    names: listed(`ceph rados rbd cephadm gluster gnt-instance gnt-cluster onevm pvesh pvesm`),
    where: "of a store of data that machines share",
    depth: 3,
    rules: {
      "osd pool delete|rm": ["destructive", "deletes a pool with all that is in it"],
      "osd purge|destroy|rm|out|lost": ["destructive", "takes disks out of a store of data"],
      "purge|rmpool|rm-cluster|zap-osds": ["destructive", "deletes a pool or a cluster with all that is in it"],
      "volume delete|reset": ["destructive", "deletes a volume"],
    },
    heavy: ["fs", "pool", "image", "snap"],
    instead: "see what is there (`ceph osd pool ls`), and let a person do it",
  },
  {
    names: ["packer", "nomad", "consul", "boundary", "waypoint", "vagrant-cloud"],
    where: "of the cluster that others run on",
    depth: 3,
    rules: {
      "job|alloc stop -purge|--purge": ["destructive", "stops a job and purges it from the cluster"],
      "job|alloc stop|restart": "ordinary",
      "stop -purge|--purge": ["destructive", "stops a job and purges it from the cluster"],
      "system gc": "ordinary",
      "kv delete -recurse|--recurse": ["destructive", "deletes a whole part of the settings of a cluster"],
      "kv delete": ["risky", "deletes a setting of a cluster"],
      "force-leave|leave": ["risky", "takes a machine out of its cluster"],
      "snapshot restore": ["destructive", "replaces the state of a cluster by an older one"],
      "operator *": "risky",
      "plugins|agent|monitor *": "ordinary",
    },
    instead: "read it first (`consul kv get`, `nomad status`), and let a person take it away",
  },
]);
