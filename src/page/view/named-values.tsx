/** What is known of one thing: names and their values. */
import type { ComponentChildren } from "preact";

export type NamedValue = readonly [name: string, value: ComponentChildren];

export function NamedValues({ of }: { readonly of: readonly NamedValue[] }) {
  return (
    <dl>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
