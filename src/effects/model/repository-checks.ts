/** Files that define a repository's checks. */

/** Code owners, scanners and secret protection. */
const CHECKS =
  /(?:^|\/)(?:\.github\/(?:CODEOWNERS|dependabot\.ya?ml|workflows(?:\/(?:\*|[\w.-]{0,60}(?:secur|codeql|scan|audit|secret|gitleaks|semgrep|snyk|trivy|sast|review|protect|check|test|lint|ci)[\w.-]{0,60}\.ya?ml))?)|CODEOWNERS|\.pre-commit-config\.yaml|lefthook\.ya?ml|\.gitleaks\.toml|\.gitlab-ci\.yml|\.secrets\.baseline|\.semgrep(?:\.ya?ml)?|\.snyk)\/?$/i;
const WORKFLOW =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/[\w./*-]{1,120}|\.github\/CODEOWNERS|\.github\/settings\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml|Jenkinsfile|\.pre-commit-config\.yaml|\.husky\/[\w.-]{1,60}|\.drone\.yml|\.travis\.yml|\.buildkite\/[\w./-]{1,80})$/;

export const isCheck = (path: string) => path.length < 500 && CHECKS.test(path);

/** CI workflows, which receive secrets. */
export const isWorkflow = (path: string) => path.length < 500 && WORKFLOW.test(path);
