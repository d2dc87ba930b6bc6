/** Kubernetes clusters. Secrets may be listed but not printed. */
import type { Word } from "../../model/invocation.js";
import { ALONE, type Options, SEEN, type Verbs, type Ways } from "../rule.js";
import { inPod } from "./wrappers.js";

/** A custom config may name programs to run; profiles and logs are files. */
const NOT = "--kubeconfig --profile --profile-output --cache-dir --log-file --log-dir";
const READS: Options = { not: NOT, whole: true };

function get(words: readonly Word[], open: boolean, ways: Ways): boolean {
  if (!ways.fits({ not: `${NOT} --raw -f --filename -k --kustomize` }, words, open)) return false;
  const texts = words.map(({ text }) => text);
  if (!texts.some((text) => /(?:^|[,/])secrets?(?:$|[,/.])/i.test(text))) return true;
  return texts.every((text, at) => {
    const [, joined] = /^(?:-o=?|--output=)(.+)$/.exec(text) ?? [];
    const output = /^(?:-o|--output)$/.test(text) ? (texts[at + 1] ?? "") : joined;
    return (
      (output === undefined || /^(?:wide|name)$/.test(output)) &&
      !/^(?:--template|-[a-zA-Z]*o)/.test(text.replace(/^-o.*/, ""))
    );
  });
}

const KUBECTL: Options = {
  options:
    "-n= --namespace= --context= --cluster= --user= --as= --as-group= --request-timeout= -v= --insecure-skip-tls-verify? --help -h --version",
  verbs: {
    get,
    exec: inPod,
    "describe logs top explain api-resources api-versions version events completion options": READS,
    "cluster-info": { not: `${NOT} --output-directory`, operands: ([verb]) => verb === undefined || verb === "dump" },
    auth: { verbs: { "can-i whoami": READS } },
    config: {
      verbs: {
        view: { not: `${NOT} --raw` },
        "get-contexts current-context get-clusters get-users": READS,
      },
    },
    diff: { not: `${NOT} --prune` },
    rollout: { verbs: { "status history": READS } },
    wait: READS,
    kustomize: { options: "--as-current-user -n=" },
    plugin: { verbs: { list: SEEN } },
    help: SEEN,
  },
};

const HELM_NOT =
  "--kubeconfig --post-renderer --post-renderer-args --output-dir --registry-config --repository-config --repository-cache";
const HELM: Options = { not: HELM_NOT, whole: true };

/** A dry run, whatever the other options. */
function tried(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const said = words.filter(({ text }) => /^--dry-run(?:=|$)/.test(text));
  return (
    said.length > 0 &&
    said.every(({ text }) => /^--dry-run(?:=(?:client|server|true))?$/.test(text)) &&
    ways.fits(HELM, words, open)
  );
}

export default {
  "kubectl oc k3s-kubectl microk8s.kubectl": KUBECTL,
  helm: {
    options: "--debug -n= --namespace= --kube-context= --kube-as-user= --kube-as-group= --version -h --help",
    bare: true,
    verbs: {
      "list ls status history hist env version completion help lint verify": HELM,
      get: { verbs: { "notes hooks metadata": HELM } },
      "show inspect": { verbs: { "all chart values readme crds": HELM } },
      search: { verbs: { "repo hub": HELM } },
      template: HELM,
      "dependency dep": { verbs: { "list ls": HELM } },
      "plugin repo": { verbs: { "list ls": HELM } },
      "install upgrade": tried,
    },
  },
  kustomize: { verbs: { build: { options: "" }, version: SEEN } },
  kubectx: { options: "-c --current -h --help", operands: 0 },
  kubens: { options: "-c --current -h --help", operands: 0 },
  k9s: { verbs: { "version info": ALONE } },
  stern: { not: "--kubeconfig --config" },
  minikube: {
    verbs: { "status version ip": SEEN, profile: { verbs: { list: SEEN } }, addons: { verbs: { list: SEEN } } },
  },
  kind: { verbs: { get: { verbs: { "clusters nodes": SEEN } }, version: SEEN } },
  istioctl: { verbs: { "version analyze proxy-status ps": { not: "--kubeconfig" } } },
  argocd: {
    verbs: {
      version: SEEN,
      app: { verbs: { "list get diff history manifests logs resources": { not: "--refresh --hard-refresh" } } },
      "cluster repo proj": { verbs: { "list get": SEEN } },
    },
  },
  flux: { verbs: { "get logs version tree": { not: "--kubeconfig" } } },
} satisfies Verbs;
