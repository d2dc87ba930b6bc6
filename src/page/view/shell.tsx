/** The frame of every screen: navigation, state of the connection, sign-in. */
import type { FunctionComponent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { asks } from "../state/live.js";
import { loadPasskeys } from "../state/passkeys.js";
import { linkTo, route } from "../state/route.js";
import { session } from "../state/session.js";
import { connection } from "../state/stream.js";
import { Call } from "./call.js";
import { Figures } from "./figures.js";
import { Governance } from "./governance.js";
import { Health } from "./health.js";
import { Hooks } from "./hooks.js";
import { Logs } from "./logs.js";
import { Memory } from "./memory.js";
import { Now } from "./now.js";
import { OneMemory } from "./one-memory.js";
import { Questions } from "./questions.js";
import { keyOf, SCREENS } from "./screens.js";
import { Search } from "./search.js";
import { Session } from "./session.js";
import { Sessions } from "./sessions.js";
import { SignIn } from "./sign-in.js";

const VIEWS: Readonly<Record<string, FunctionComponent<{ id: string }>>> = {
  now: Now,
  questions: Questions,
  sessions: Sessions,
  session: Session,
  hooks: Hooks,
  search: Search,
  health: Health,
  governance: Governance,
  memory: Memory,
  memories: OneMemory,
  logs: Logs,
  figures: Figures,
  call: Call,
};
/** The entry of the navigation that a screen belongs to. */
const BELONGS: Readonly<Record<string, string>> = { session: "sessions", call: "now", memories: "memory" };

export function Shell() {
  const { state } = session.value;
  const { screen, id } = route.value;
  // Any screen may have something to confirm; the terminal may have added or removed one meanwhile.
  useEffect(() => {
    if (state === "signed in") void loadPasskeys();
  }, [state, screen]);
  if (state === "starting") return null;
  if (state === "signed out") return <SignIn />;
  const View = (Object.hasOwn(VIEWS, screen) ? VIEWS[screen] : undefined) ?? Now;
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="side">
        <p class="name">Snaphook</p>
        <Screens current={BELONGS[screen] ?? screen} />
        <Connected />
      </header>
      <main id="main" tabIndex={-1}>
        {connection.value === "lost" && (
          <p class="pinned">
            What is shown here may be out of date. After a restart of the daemon, run <code>snaphook page</code> again.
          </p>
        )}
        <View key={`${screen}/${id}`} id={id} />
      </main>
    </div>
  );
}

function Screens({ current }: { readonly current: string }) {
  const shown = useRef<HTMLAnchorElement>(null);
  // On a narrow screen they are a row that scrolls.
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest", inline: "center" }), [current]);
  return (
    <nav aria-label="Screens">
      {SCREENS.map(({ name, title }, index) => (
        <a
          key={name}
          ref={current === name ? shown : undefined}
          href={linkTo(name)}
          aria-current={current === name ? "page" : undefined}
          title={`Key ${keyOf(index)}`}
        >
          {title}
          {name === "questions" && asks.value.length > 0 && <span class="count">{asks.value.length}</span>}
        </a>
      ))}
    </nav>
  );
}

const CONNECTION_TEXT = { connecting: "Connecting", live: "Live", lost: "Daemon not reachable" } as const;

function Connected() {
  const is = connection.value;
  const open = asks.value.length;
  document.title = open === 0 ? "Snaphook" : `(${open}) Snaphook`;
  return (
    <p class={`connection ${is}`} role="status">
      <span class="dot" aria-hidden="true" /> <span class="state">{CONNECTION_TEXT[is]}</span>
    </p>
  );
}
