/** Hooks of a project that wait for approval: every file that the approval would cover, as a diff. */
import { useSignal } from "@preact/signals";
import type { TrustReview } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { session } from "../state/session.js";
import { Confirm, useConfirm } from "./confirm.js";
import { Problem } from "./problem.js";
import { plain, Text } from "./text.js";

type Source = TrustReview["sources"][number];
type File = Source["files"][number];

export function Trust({ project, onDone }: { readonly project: string; readonly onDone: () => void }) {
  const again = useSignal(0);
  const got = useLoaded<TrustReview>(`/v1/trust?project=${encodeURIComponent(project)}`, again.value).value;
  const confirm = useConfirm(() => {
    again.value++;
    onDone();
  });
  if (got?.ok !== true) return <Problem of={got} what="what waits for approval" />;
  const { hash, isWhole, sources } = got.body;
  if (hash === undefined) return <Confirm of={confirm} />;
  const mayAnswer = session.value.state === "signed in" && session.value.rights === "answer";
  return (
    <section class="review" aria-label="Waiting for approval">
      <h2>Waiting for your approval</h2>
      <p>
        These hooks do not run. Read what they would run; an approval covers exactly the files below, as they are shown.
      </p>
      {sources.map((one) => (
        <Reviewed key={one.path} source={one} />
      ))}
      {mayAnswer && isWhole && confirm.step.value === undefined && (
        <p>
          <button type="button" onClick={() => confirm.begin({ kind: "trust", path: project, hash })}>
            Approve these hooks
          </button>
        </p>
      )}
      {(!isWhole || !mayAnswer) && (
        <p class="quiet">
          {isWhole ? "This page can only show things. " : "Not all of it can be shown here. "}
          Review and approve it in a terminal: <code>snaphook trust {plain(project)}</code>
        </p>
      )}
      <Confirm of={confirm} />
    </section>
  );
}

function Reviewed({ source }: { readonly source: Source }) {
  const { path, dialect, state, isCode, hooks, missing, files, notCovered, tools } = source;
  const shown = files.filter(({ how }) => how !== "unchanged" && how !== "absent");
  const unchanged = files.filter(({ how }) => how === "unchanged");
  const absent = files.filter(({ how }) => how === "absent");
  return (
    <article class="card parked">
      <h3>
        <Text of={path} /> <span class="quiet">{[dialect, state].join(", ")}</span>
      </h3>
      {isCode && <p>Code: its hooks are known once it may run.</p>}
      {hooks.map(({ id, event, guard, lines }) => (
        <details key={`${id} ${event}`} open>
          <summary>
            <b>
              <Text of={id} />
            </b>{" "}
            on <Text of={event} />
            {guard && ", a guard"}
          </summary>
          <Lines of={lines} />
        </details>
      ))}
      {missing.map((id) => (
        <p key={id} class="problem">
          The guard <Text of={id} /> was approved and is gone or changed.
        </p>
      ))}
      {shown.map((file) => (
        <Diff key={file.path} file={file} />
      ))}
      {unchanged.length > 0 && (
        <Names title="Unchanged since the last approval" of={unchanged.map(({ path }) => path)} />
      )}
      {absent.length > 0 && <Names title="Covered names that do not exist yet" of={absent.map(({ path }) => path)} />}
      {tools.length > 0 && <Names title="Tools that read the project, not covered" of={tools} />}
      {notCovered.length > 0 && (
        <ul class="problems">
          {notCovered.map((one) => (
            <li key={one}>
              <span class="mark ask">not covered</span> <Text of={one} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Diff({ file }: { readonly file: File }) {
  const { path, how, part, lines } = file;
  return (
    <div>
      <p class="facts">
        <Text of={path} /> {how}
        {part !== undefined && `, ${part}`}
        {lines === undefined && part === undefined && how !== "removed" && ", cannot be shown"}
      </p>
      {lines !== undefined && <Lines of={lines} />}
    </div>
  );
}

function Lines({ of }: { readonly of: NonNullable<File["lines"]> }) {
  return (
    <pre class="diff">
      {of.map(({ sign, text }, index) => (
        <span key={`${index} ${sign}`} class={sign === "+" ? "added" : sign === "-" ? "removed" : ""}>
          {sign} <Text of={text} most={20_000} />
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

function Names({ title, of }: { readonly title: string; readonly of: readonly string[] }) {
  return (
    <details>
      <summary>
        {title} ({of.length})
      </summary>
      <ul>
        {of.map((one) => (
          <li key={one}>
            <Text of={one} />
          </li>
        ))}
      </ul>
    </details>
  );
}
