/** Rights in services that are given away: to rule over everything there, or to everybody on the net. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const rules = (where: string) => ["risky", `gives away the rights to rule ${where}`] as const;
const everybody = (what: string) => ["risky", `opens ${what} to everybody`] as const;

const CLUSTER = rules("a cluster");
const GOOGLE = rules("in Google Cloud, or gives them to everybody");
const WIDE_ROLES =
  "--role=roles/owner|--role=roles/editor|--role=*admin|--member=allusers|--member=allauthenticatedusers";
const SETS = ["risky", "replaces who may do what in Google Cloud"] as const;

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
        "lets everything in a namespace reach the machines it runs on",
      ],
      "*": "ordinary",
    },
    instead: "see who has which (`kubectl get clusterrolebindings`), and let a person give rights",
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
      "iam service-accounts keys create": ["risky", "makes a key that opens Google Cloud until somebody deletes it"],
      "compute firewall-rules create|update --allow=all|--rules=all": everybody("every port of machines"),
      "*": "ordinary",
    },
    instead: "see who has which (`gcloud projects get-iam-policy shop`), and let a person give rights",
  },
  {
    names: ["az"],
    where: "in Azure",
    depth: 6,
    taking: listed(`--subscription -g --resource-group -n --name -o --output --query`),
    rules: {
      "ad sp create-for-rbac --role=owner|--role=contributor|--role=*administrator": rules("in Azure"),
      "ad user update --password": ["risky", "replaces the password of somebody"],
      "storage account create|update --allow-blob-public-access=true": everybody("a store of objects"),
      "storage container create|set-permission --public-access=blob|--public-access=container":
        everybody("a store of objects"),
      "*": "ordinary",
    },
    instead: "see who has which (`az role assignment list`), and let a person give rights",
  },
  {
    names: ["aws", "aws2"],
    where: "in AWS",
    depth: 2,
    taking: listed(`--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout`),
    rules: {
      "iam create-policy-version --set-as-default": rules("in AWS"),
      "rds|redshift|dms|docdb modify-*|create-db-* --publicly-accessible": everybody("a database"),
      "s3api put-object-acl|create-bucket --acl=public-read*": everybody("objects in S3"),
      "s3 cp|sync|mv --acl=public-read-write": everybody("objects in S3"),
      "*": "ordinary",
    },
    instead: "see who has which (`aws iam list-attached-user-policies --user-name ada`), and let a person give rights",
  },
  {
    names: ["gh", "glab"],
    where: "where the code is hosted",
    depth: 2,
    taking: ["-R", "--repo", "--hostname"],
    rules: {
      "ssh-key add": ["risky", "gives a key the rights of its owner where the code is hosted"],
      "repo deploy-key add --allow-write|-w": ["risky", "gives a key the right to change a repository"],
      "deploy-key add --can-push": ["risky", "gives a key the right to change a repository"],
      "api *collaborators/* --method=put|-X=put": ["risky", "gives somebody rights to a repository"],
      "*": "ordinary",
    },
    instead: "see what is there (`gh repo deploy-key list`), and let a person give rights",
  },
  {
    names: ["vault", "bao"],
    where: "in a store of secrets",
    depth: 2,
    taking: ["-address", "-namespace"],
    rules: { "token create -policy=root": rules("a store of secrets"), "*": "ordinary" },
    instead: "make one that may do no more than is needed: `vault token create -policy=app-read`",
  },
  {
    names: ["rabbitmqctl"],
    where: "of a message broker",
    depth: 1,
    taking: ["-n", "--node"],
    rules: { "set_user_tags * administrator": rules("a message broker"), "*": "ordinary" },
    instead: "see who is there (`rabbitmqctl list_users`), and let a person give rights",
  },
]);
