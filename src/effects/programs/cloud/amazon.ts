/** Amazon Web Services. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const LISTS = "list what would be hit (`aws s3 ls`), and let a person do it";

export default serviceProgram([
  {
    names: ["aws", "awslocal", "aws2"],
    where: "in AWS",
    depth: 2,
    taking: listed(`--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout`),
    rules: {
      "s3 rm --recursive": ["destructive", "deletes every object below a path in S3"],
      "s3 rm": ["risky", "deletes objects in S3"],
      "s3 rb --force": ["destructive", "deletes a bucket with all that is in it"],
      "s3 rb": "ordinary",
      "s3 sync --delete": ["risky", "deletes what is at the other side and not here"],
      "s3|s3api mv|cp|ls|sync|mb|presign|website": "ordinary",
      "s3api delete-objects": ["destructive", "deletes many objects in S3"],
      "s3api put-bucket-lifecycle*|put-bucket-policy|put-bucket-acl|put-bucket-versioning|put-public-access-block": [
        "risky",
        "changes who reaches a bucket, or how long it keeps things",
      ],
      "secretsmanager put-secret-value|update-secret|rotate-secret|restore-secret": [
        "risky",
        "replaces a secret that others use",
      ],
      "secretsmanager delete-secret --force-delete-without-recovery": [
        "destructive",
        "deletes a secret without a way back",
      ],
      "ssm put-parameter --overwrite": ["risky", "replaces a setting that others use"],
      "kms schedule-key-deletion": ["destructive", "has a key deleted, and all that it encrypts lost"],
      "cloudtrail stop-logging": ["destructive", "turns off the record of what is done in AWS"],
      "cloudtrail|guardduty|securityhub|config|configservice|macie2|detective update-*|put-event-selectors|stop-*": [
        "risky",
        "changes what is recorded of what is done in AWS",
      ],
      "ec2 modify-snapshot-attribute|modify-image-attribute|authorize-security-group-*": [
        "risky",
        "opens something in AWS to others",
      ],
      "iam create-access-key|attach-*|put-*-policy|update-assume-role-policy|create-login-profile|update-login-profile|add-user-to-group":
        ["risky", "gives rights in AWS"],
      "iam|sts get-*|list-*": "ordinary",
      "rds delete-db-instance|delete-db-cluster": ["destructive", "deletes a database server"],
      "rds restore-*": "ordinary",
      "dynamodb delete-item": ["risky", "deletes an item of a table"],
      "dynamodb batch-write-item": "ordinary",
      "cloudformation delete-stack": ["destructive", "deletes a stack with all that belongs to it"],
      "ecs update-service --desired-count=0": ["risky", "stops every copy of a service"],
      "sqs delete-message*": ["risky", "deletes messages of a queue"],
      "logs delete-*": ["risky", "deletes logs"],
      "cloudfront create-invalidation": "ordinary",
      "route53 change-resource-record-sets": ["risky", "changes the entries of a domain"],
      "organizations leave-organization|remove-*|close-account": ["destructive", "takes an account away"],
      "configure *": "ordinary",
    },
    instead: LISTS,
  },
  {
    names: ["eb", "ecs-cli", "aws-nuke", "cloud-nuke", "awsweeper"],
    where: "in AWS",
    depth: 2,
    rules: {
      "terminate *|terminate": ["destructive", "destroys an environment with all that belongs to it"],
      "aws|nuke|run": ["destructive", "deletes everything in a cloud account"],
    },
    instead: "see what is there (`eb status`), and let a person do it",
  },
  {
    names: ["s3cmd", "s5cmd", "mc", "mcli", "b2", "s4cmd"],
    where: "in a store of objects",
    depth: 1,
    rules: {
      "rm|del|rb -r|--recursive|-f|--force": ["destructive", "deletes whole buckets or all objects below a path"],
      rb: ["risky", "deletes a bucket"],
      "sync|mirror --delete-removed|--delete|--remove": ["risky", "deletes what is at the other side and not here"],
      "delete-bucket": ["destructive", "deletes a bucket"],
      "alias|config *": "ordinary",
    },
    instead: "list what would be hit (`s3cmd ls`), or try it: `s3cmd del --dry-run s3://bucket/old`",
  },
  {
    names: ["cli53"],
    where: "of a domain",
    depth: 1,
    rules: { "rrpurge|rrdelete|delete": ["destructive", "deletes entries of a domain"] },
    instead: "see what is there (`cli53 list`), and let a person do it",
  },
]);
