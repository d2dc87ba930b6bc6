/** Grants of administrator rights or public access in services. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const rules = (where: string) => ["risky", `grants administrator rights ${where}`] as const;
const everybody = (what: string) => ["risky", `makes ${what} publicly accessible`] as const;

const CLUSTER = rules("a cluster");
const GOOGLE = rules("in Google Cloud, or grants rights to the public");
const WIDE_ROLES =
  "--role=roles/owner|--role=roles/editor|--role=*admin|--member=allusers|--member=allauthenticatedusers";
const SETS = ["risky", "replaces the access policy in Google Cloud"] as const;

export default serviceProgram([
  {
    names: ["kubectl", "oc", "k", "kubecolor", "microk8s.kubectl"],
    where: "in a cluster",
    depth: 1,
    taking: listed(`-n --namespace --context --cluster --kubeconfig -s --server --as -l --token`),
    rules: {
      "create clusterrolebinding|rolebinding --clusterrole=cluster-admin|--clusterrole=admin|--clusterrole=system:masters":
        CLUSTER,
      "create clusterrolebinding|rolebinding --user=system:anonymous|--group=system:unauthenticated|--group=system:authenticated":
        everybody("a cluster"),
      "proxy --address=0.0.0.0": everybody("a cluster"),
      "adm policy add-cluster-role-to-user|add-cluster-role-to-group|add-role-to-user|add-role-to-group cluster-admin|admin|sudoer":
        CLUSTER,
      "adm policy add-scc-to-user|add-scc-to-group privileged|hostaccess|hostmount-anyuid|anyuid": CLUSTER,
      "label ns|namespace|namespaces|ns/*|namespace/* * pod-security.kubernetes.io/enforce=privileged": [
        "risky",
        "gives all pods of a namespace access to their nodes",
      ],
      "*": "ordinary",
    },
    instead: "see existing grants (`kubectl get clusterrolebindings`), and ask the user to grant rights",
  },
  {
    names: ["gcloud"],
    where: "in Google Cloud",
    depth: 6,
    taking: listed(`--project --account --configuration --format --region --zone --impersonate-service-account`),
    rules: {
      [`* add-iam-policy-binding ${WIDE_ROLES}`]: GOOGLE,
      [`* * add-iam-policy-binding ${WIDE_ROLES}`]: GOOGLE,
      [`* * * add-iam-policy-binding ${WIDE_ROLES}`]: GOOGLE,
      "* set-iam-policy": SETS,
      "* * set-iam-policy": SETS,
      "* * * set-iam-policy": SETS,
      "iam service-accounts keys create": ["risky", "creates a Google Cloud key that is valid until deleted"],
      "compute firewall-rules create|update --allow=all|--rules=all": everybody("every port of virtual machines"),
      "*": "ordinary",
    },
    instead: "see existing grants (`gcloud projects get-iam-policy shop`), and ask the user to grant rights",
  },
  {
    names: ["az"],
    where: "in Azure",
    depth: 6,
    taking: listed(`--subscription -g --resource-group -n --name -o --output --query`),
    rules: {
      "ad sp create-for-rbac --role=owner|--role=contributor|--role=*administrator": rules("in Azure"),
      "ad user update --password": ["risky", "replaces a user's password"],
      "storage account create|update --allow-blob-public-access=true": everybody("object storage"),
      "storage container create|set-permission --public-access=blob|--public-access=container":
        everybody("object storage"),
      "*": "ordinary",
    },
    instead: "see existing grants (`az role assignment list`), and ask the user to grant rights",
  },
  {
    names: ["aws", "aws2"],
    where: "in AWS",
    depth: 2,
    taking: listed(`--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout`),
    rules: {
      "iam create-policy-version --set-as-default": rules("in AWS"),
      "rds|redshift|dms|docdb modify-*|create-db-* --publicly-accessible": everybody("a database"),
      "s3api put-object-acl|create-bucket --acl=public-read*": everybody("S3 objects"),
      "s3 cp|sync|mv --acl=public-read-write": everybody("S3 objects"),
      "*": "ordinary",
    },
    instead:
      "see existing grants (`aws iam list-attached-user-policies --user-name ada`), and ask the user to grant rights",
  },
  {
    names: ["gh", "glab"],
    where: "on the code host",
    depth: 2,
    taking: ["-R", "--repo", "--hostname"],
    rules: {
      "ssh-key add": ["risky", "gives a key the account's rights on the code host"],
      "repo deploy-key add --allow-write|-w": ["risky", "gives a key write access to a repository"],
      "deploy-key add --can-push": ["risky", "gives a key write access to a repository"],
      "api *collaborators/* --method=put|-X=put": ["risky", "grants access to a repository"],
      "*": "ordinary",
    },
    instead: "see what exists (`gh repo deploy-key list`), and ask the user to grant rights",
  },
  {
    names: ["vault", "bao"],
    where: "in a secret store",
    depth: 2,
    taking: ["-address", "-namespace"],
    rules: { "token create -policy=root": rules("a secret store"), "*": "ordinary" },
    instead: "create a token with only the rights you need: `vault token create -policy=app-read`",
  },
  {
    names: ["rabbitmqctl"],
    where: "in a message broker",
    depth: 1,
    taking: ["-n", "--node"],
    rules: { "set_user_tags * administrator": rules("a message broker"), "*": "ordinary" },
    instead: "see existing users (`rabbitmqctl list_users`), and ask the user to grant rights",
  },
]);
