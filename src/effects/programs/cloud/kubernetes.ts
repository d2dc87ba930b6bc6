/**
 * Kubernetes clusters. Deleting one resource is risky; deleting containers of other resources or data is destructive.
 */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const WIDE = ["destructive", "deletes cluster resources and everything they contain"] as const;
const HOLDING =
  "namespace|namespaces|ns|node|nodes|no|pv|pvc|persistentvolume|persistentvolumes|persistentvolumeclaim|persistentvolumeclaims|crd|crds|customresourcedefinition|customresourcedefinitions|all|namespace/*|ns/*|node/*|pv/*|pvc/*|crd/*";

export default serviceProgram([
  {
    names: ["kubectl", "oc", "k", "kubecolor", "microk8s.kubectl"],
    where: "in a cluster",
    depth: 1,
    taking: listed(`-n --namespace --context --cluster --kubeconfig --user -s --server --as -l --token`),
    rules: {
      [`delete ${HOLDING}`]: WIDE,
      "delete --all|--all-namespaces|-A": WIDE,
      "delete --force|--now": ["destructive", "force-deletes cluster resources"],
      delete: ["risky", "deletes cluster resources"],
      "drain --force|--ignore-daemonsets|--delete-emptydir-data|--delete-local-data|--disable-eviction|--grace-period":
        ["risky", "evicts all pods from a cluster node"],
      "scale --replicas=0": ["risky", "scales a workload to zero"],
      "replace --force": ["risky", "deletes and recreates cluster resources"],
      "apply --prune": ["risky", "deletes cluster resources that are not in these files"],
      "taint nodes|node *:NoExecute": ["risky", "evicts workloads from every node of a cluster"],
      "patch pv|persistentvolume": ["risky", "changes what happens to the data of a volume"],
      "cordon --all": ["risky", "stops nodes of a cluster from taking workloads"],
      "taint * * *:NoExecute": ["risky", "evicts pods from a cluster node"],
      "adm prune": ["risky", "deletes old cluster resources"],
      "*": "ordinary",
    },
    instead:
      "look at it (`kubectl get all`), try it (`kubectl delete deployment/web --dry-run=server`), or remove it from the manifests",
  },
  {
    names: listed(
      `k3s-uninstall.sh k3s-agent-uninstall.sh k3s-killall.sh rke2-uninstall.sh rke2-killall.sh rancher-system-agent-uninstall.sh`,
    ),
    where: "on this machine",
    depth: 0,
    rules: { "": ["destructive", "removes a cluster from this machine with all its data"] },
    instead: "list what runs there first: `kubectl get all`",
  },
  {
    names: ["etcdutl"],
    where: "of a cluster",
    depth: 2,
    rules: {
      "snapshot restore": ["destructive", "replaces the state of a cluster with an older one"],
      "*": "ordinary",
    },
    instead: "look at the snapshot first: `etcdutl snapshot status backup.db`",
  },
  {
    names: ["helm"],
    where: "in a cluster",
    depth: 2,
    taking: ["-n", "--namespace", "--kube-context", "--kubeconfig"],
    rules: {
      "uninstall|delete|del|un": ["risky", "uninstalls a release and all its resources"],
      rollback: ["risky", "rolls the running release back to an older one"],
      "repo|plugin|registry|dependency|dep *": "ordinary",
    },
    instead: "see what exists (`helm status`, `helm history`), or try it: `helm uninstall web --dry-run`",
  },
  {
    names: listed(`helmfile kustomize skaffold flux argocd kapp devspace tilt kompose garden`),
    where: "in a cluster",
    depth: 2,
    rules: {
      "repo|plugin|registry|context|cluster-info|account list|get": "ordinary",
      "delete|destroy": "risky",
      "app sync --prune": ["risky", "deletes cluster resources that are not in the repository"],
      "app sync --force": ["risky", "force-replaces cluster resources"],
      "app delete": ["risky", "deletes an application and all its resources from a cluster"],
      "app delete-resource|terminate-op": "risky",
      "suspend --all": ["risky", "stops the deployment of all applications"],
      "remove|edit|suspend *": "ordinary",
    },
    instead: "see what would change (`argocd app diff`, `helmfile diff`), and ask the user to delete it",
  },
  {
    names: listed(`velero istioctl linkerd cmctl kubeseal stern k9s kn tkn knative crossplane longhornctl`),
    where: "in a cluster",
    depth: 2,
    rules: {
      "backup|schedule|restore|snapshot|backup-location|snapshot-location delete": [
        "destructive",
        "deletes cluster backups",
      ],
      "restore create --existing-resource-policy=update": ["risky", "replaces resources of a cluster by older ones"],
      "uninstall|x uninstall": ["risky", "removes a service that a cluster needs"],
    },
    instead: "list what exists (`velero backup get`), and ask the user to delete it",
  },
]);
