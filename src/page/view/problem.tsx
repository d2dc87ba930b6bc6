/** Why there is nothing to show. */
import type { Got } from "../state/session.js";

export function Problem({ of, what }: { readonly of: Got<unknown> | undefined; readonly what: string }) {
  if (of === undefined)
    return (
      <p class="empty" role="status">
        Loading {what}
      </p>
    );
  return of.ok ? null : (
    <p class="empty problem" role="alert">
      {of.message[0]?.toUpperCase()}
      {of.message.slice(1)}
    </p>
  );
}
