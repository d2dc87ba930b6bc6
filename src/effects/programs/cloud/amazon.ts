/** Amazon Web Services. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const LISTS = "list what would be affected (`aws s3 ls`), and ask the user to do it";

export default serviceProgram([
  {
    names: ["aws", "awslocal", "aws2"],
    where: "in AWS",
    depth: 2,
    taking: listed(`--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout`),
    rules: {
      "s3 rm --recursive": ["destructive", "deletes every object below an S3 path"],
      "s3 rm": ["risky", "deletes objects in S3"],
      "s3 rb --force": ["destructive", "deletes a bucket and everything in it"],
      "s3 rb": "ordinary",
      "s3 sync --delete": ["risky", "deletes objects that are missing in the source"],
      "s3 mv --recursive": ["risky", "moves every object below an S3 path, so that it is gone at the source"],
      "s3|s3api mv|cp|ls|sync|mb|presign|website": "ordinary",
      "s3api delete-objects": ["destructive", "deletes many S3 objects"],
      "s3api put-bucket-lifecycle*|put-bucket-policy|put-bucket-acl|put-bucket-versioning|put-public-access-block": [
        "risky",
        "changes a bucket's access, versioning or retention",
      ],
      "secretsmanager put-secret-value|update-secret|rotate-secret|restore-secret": [
        "risky",
        "replaces a secret that other systems use",
      ],
      "secretsmanager delete-secret --force-delete-without-recovery": ["destructive", "deletes a secret permanently"],
      "ssm put-parameter --overwrite": ["risky", "replaces a parameter that other systems use"],
      "kms schedule-key-deletion": [
        "destructive",
        "schedules an encryption key for deletion, which makes its data unreadable",
      ],
      "cloudtrail stop-logging": ["destructive", "stops the AWS audit log"],
      "cloudtrail|guardduty|securityhub|config|configservice|macie2|detective update-*|put-event-selectors|stop-*": [
        "risky",
        "changes what AWS audit and threat detection record",
      ],
      "ec2 modify-snapshot-attribute|modify-image-attribute|authorize-security-group-*": [
        "risky",
        "opens an AWS resource to others",
      ],
      "iam create-access-key|attach-*|put-*-policy|update-assume-role-policy|create-login-profile|update-login-profile|add-user-to-group":
        ["risky", "grants permissions in AWS"],
      "iam|sts get-*|list-*": "ordinary",
      "rds delete-db-instance|delete-db-cluster": ["destructive", "deletes a database server"],
      "rds restore-*": "ordinary",
      "dynamodb delete-item": ["risky", "deletes a table item"],
      "dynamodb batch-write-item": "ordinary",
      "cloudformation delete-stack": ["destructive", "deletes a stack and all its resources"],
      "ecs update-service --desired-count=0": ["risky", "stops all instances of a service"],
      "sqs delete-message*": ["risky", "deletes queue messages"],
      "logs delete-*": ["risky", "deletes logs"],
      "cloudfront create-invalidation": "ordinary",
      "route53 change-resource-record-sets": ["risky", "changes DNS records"],
      "lambda put-function-concurrency --reserved-concurrent-executions=0": ["risky", "stops a function"],
      "autoscaling update-auto-scaling-group --max-size=0": ["risky", "stops all instances of a group"],
      "autoscaling update-auto-scaling-group --desired-capacity=0": ["risky", "stops all instances of a group"],
      "autoscaling set-desired-capacity --desired-capacity=0": ["risky", "stops all instances of a group"],
      "application-autoscaling register-scalable-target --max-capacity=0": ["risky", "stops a service"],
      "elbv2|elb modify-listener|modify-rule|set-rule-priorities|set-subnets|set-security-groups|modify-load-balancer-attributes":
        ["risky", "changes where traffic goes"],
      "cloudfront update-distribution": ["risky", "changes how a site is delivered"],
      "globalaccelerator|wafv2|network-firewall update-*": ["risky", "changes where traffic goes"],
      "ec2 modify-instance-attribute --no-disable-api-termination|--no-disable-api-stop": [
        "risky",
        "removes the protection against deletion",
      ],
      "* modify-*|update-* --no-deletion-protection|--no-deletion-protection-enabled|--no-enable-termination-protection":
        ["risky", "removes the protection against deletion"],
      "iam|sts delete-account-alias|delete-account-password-policy|delete-virtual-mfa-device|deactivate-mfa-device": [
        "risky",
        "changes how people sign in to an AWS account",
      ],
      "ec2 stop-instances|reboot-instances --force": ["risky", "stops machines without a clean shutdown"],
      "ecs stop-task": ["risky", "stops a task of a service"],
      "organizations leave-organization|remove-*|close-account": ["destructive", "removes or closes an account"],
      "configure *": "ordinary",
    },
    instead: LISTS,
  },
  {
    names: ["eb", "ecs-cli", "aws-nuke", "cloud-nuke", "awsweeper"],
    where: "in AWS",
    depth: 2,
    rules: {
      "terminate *|terminate": ["destructive", "terminates an environment and all its resources"],
      "aws|nuke|run": ["destructive", "deletes everything in a cloud account"],
    },
    instead: "see what exists (`eb status`), and ask the user to do it",
  },
  {
    names: ["s3cmd", "s5cmd", "mc", "mcli", "b2", "s4cmd"],
    where: "in object storage",
    depth: 1,
    rules: {
      "rm|del|rb -r|--recursive|-f|--force": ["destructive", "deletes whole buckets or all objects below a path"],
      rb: ["risky", "deletes a bucket"],
      "sync|mirror --delete-removed|--delete|--remove": ["risky", "deletes objects that are missing in the source"],
      "delete-bucket": ["destructive", "deletes a bucket"],
      "admin user|policy|group|service|config remove|rm|detach|disable|stop|reset": [
        "risky",
        "changes an object store for others",
      ],
      "alias|config *": "ordinary",
    },
    instead: "list what would be affected (`s3cmd ls`), or try it: `s3cmd del --dry-run s3://bucket/old`",
  },
  {
    names: ["cli53"],
    where: "of a domain",
    depth: 1,
    rules: { "rrpurge|rrdelete|delete": ["destructive", "deletes DNS records"] },
    instead: "see what exists (`cli53 list`), and ask the user to do it",
  },
]);
