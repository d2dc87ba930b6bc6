/** These kinds alone do not prove a live key. */
const TOO_GENERAL: ReadonlySet<string> = new Set(
  "password key token secret value authorization cookie hex-token jwt workflow-webhook laravel-token cluster-secret bcrypt-hash unix-password-hash".split(
    " ",
  ),
);

export function isLive(kind: string): boolean {
  return !TOO_GENERAL.has(kind);
}
