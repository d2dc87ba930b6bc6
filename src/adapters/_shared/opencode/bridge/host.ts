/** The part of OpenCode that our plugin uses, and its messages to the user. */

export type Fields = Record<string, unknown>;

export interface HookInput {
  readonly sessionID: string;
  readonly tool?: string;
  readonly callID?: string;
  readonly args?: unknown;
  readonly [more: string]: unknown;
}

export interface BusEvent {
  readonly type: string;
  readonly properties: Readonly<Fields>;
}

type Answered = Promise<{ readonly data?: unknown; readonly error?: unknown }>;

export interface Client {
  readonly session: {
    get(options: { path: { id: string } }): Answered;
    prompt(options: { path: { id: string }; body: Fields }): Answered;
  };
  readonly tui: { showToast(options: { body: { message: string; variant: "warning" } }): Answered };
  postSessionIdPermissionsPermissionId(options: {
    path: { id: string; permissionID: string };
    body: { response: "once" | "reject" };
  }): Answered;
}

export interface Host {
  readonly client: Client;
  readonly directory: string;
  readonly worktree: string;
}

export type Mode = "tui" | "run" | "serve" | "web" | "acp" | "other";

/** How OpenCode was started; its terminal interface runs plugins in a worker. */
export function modeOf([, script = "", ...args]: readonly string[]): Mode {
  if (/[\\/]tui[\\/]/.test(script)) return "tui";
  return (["run", "serve", "web", "acp"] as const).find((name) => args.includes(name)) ?? "other";
}

/** The result of an OpenCode call, or undefined if it fails or takes too long. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, limitMs, undefined);
  });
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/** Shows a message to the user; ignores errors. */
export function tell(mode: Mode, client: Client, text: unknown): void {
  if (typeof text !== "string" || text === "") return;
  if (mode !== "tui") process.stderr.write(`${text}\n`);
  else void within(5_000, (async () => client.tui.showToast({ body: { message: text, variant: "warning" } }))());
}

/** `opencode run` prints nothing more after the end of a turn; later messages are printed in its format. */
export function printAnswer(args: readonly string[], input: HookInput, text: string): void {
  if (text.trim() === "") return;
  const { sessionID, messageID, partID: id } = input;
  const part = { id, messageID, sessionID, type: "text", text };
  const json = args.includes("--format=json") || args[args.indexOf("--format") + 1] === "json";
  process.stdout.write(
    json ? `${JSON.stringify({ type: "text", timestamp: Date.now(), sessionID, part })}\n` : `${text.trim()}\n`,
  );
}
