/** Clusters. Deleting one thing is asked about; deleting what holds other things or their data is grave. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const WIDE = ["destructive", "deletes things in a cluster together with all they hold"] as const;
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
      "delete --force|--now": ["destructive", "deletes things in a cluster by force"],
      delete: ["risky", "deletes things in a cluster"],
      "drain --force|--ignore-daemonsets|--delete-emptydir-data|--delete-local-data|--disable-eviction|--grace-period":
        ["risky", "drives everything off a node of a cluster"],
      "scale --replicas=0": ["risky", "stops every copy of something in a cluster"],
      "replace --force": ["risky", "deletes things in a cluster and makes them anew"],
      "apply --prune": ["risky", "deletes what is in a cluster and not in these files"],
      "taint * * *:NoExecute": ["risky", "drives things off a node of a cluster"],
      "adm prune": ["risky", "deletes old things in a cluster"],
      "*": "ordinary",
    },
    instead:
      "look at it (`kubectl get all`), try it (`kubectl delete deployment/web --dry-run=server`), or take it out of the files that are applied",
  },
  {
    names: ["helm"],
    where: "in a cluster",
    depth: 2,
    taking: ["-n", "--namespace", "--kube-context", "--kubeconfig"],
    rules: {
      "uninstall|delete|del|un": ["risky", "removes a release from a cluster with all that belongs to it"],
      rollback: ["risky", "puts an older release in the place of the one that runs"],
      "repo|plugin|registry|dependency|dep *": "ordinary",
    },
    instead: "see what is there (`helm status`, `helm history`), or try it: `helm uninstall web --dry-run`",
  },
  {
    names: listed(`helmfile kustomize skaffold flux argocd kapp devspace tilt kompose garden`),
    where: "in a cluster",
    depth: 2,
    rules: {
      "repo|plugin|registry|context|cluster-info|account list|get": "ordinary",
      "delete|destroy": "risky",
      "app sync --prune": ["risky", "deletes what is in a cluster and not in its repository"],
      "app sync --force": ["risky", "replaces things in a cluster by force"],
      "app delete": ["risky", "deletes an application from a cluster with all that belongs to it"],
      "app delete-resource|terminate-op": "risky",
      "remove|edit|suspend *": "ordinary",
    },
    instead: "see what would change first (`argocd app diff`, `helmfile diff`), and let a person take it away",
  },
  {
    names: listed(`velero istioctl linkerd cmctl kubeseal stern k9s kn tkn knative crossplane longhornctl`),
    where: "in a cluster",
    depth: 2,
    rules: {
      "backup|schedule|restore|snapshot|backup-location|snapshot-location delete": [
        "destructive",
        "deletes backups of a cluster",
      ],
      "uninstall|x uninstall": ["risky", "takes a service out of a cluster that others need"],
    },
    instead: "list what is there (`velero backup get`), and let a person take it away",
  },
]);
