/** `snaphook page`. */
import { ask, findDaemon, startDetached } from "../../client/daemon-control.js";
import { provePage } from "../../client/person-proof.js";
import { finding } from "../../core/errors.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { stableProgramPath } from "../agents/stable-program-path.js";
import { type Call, OK, PROBLEMS } from "../command.js";
import { json, refuse } from "../output/print.js";
import { openInBrowser, whyNoBrowser } from "./browser.js";

/** `snaphook passkeys add`. The page creates the passkey, and this terminal confirms it. */
export async function openToAddPasskey(call: Call): Promise<number> {
  const person = await call.person.isPerson();
  if (!person.yes) {
    refuse(call, person.why);
    return PROBLEMS;
  }
  call.out("Add the passkey on the page, under Questions. This terminal then shows a code to type there.");
  return openPage(call, "questions");
}

export async function openPage(call: Call, screen?: "questions"): Promise<number> {
  const problem = await startIfDown(call);
  if (problem !== undefined) return refused(call, problem);
  const person = await call.person.isPerson();
  const proof = person.yes ? { proof: provePage(call.places.data, person.by) } : {};
  const reply = await ask(call.places, { method: "POST", path: "/v1/page/launch", body: proof });
  if (reply.kind !== "ok") return refused(call, reply.message);
  const { address, code, id, typedCode } = reply.body as Readonly<Record<string, string>>;
  if (call.json) {
    json(call, reply.body);
    return OK;
  }
  const why = call.flags["no-open"] === true ? "" : whyNoBrowser(call);
  const isOpened =
    why === undefined &&
    (await openInBrowser(call, address!, `k=${code}${screen === undefined ? "" : `&s=${screen}`}`));
  call.out(isOpened ? "The page opens in your browser. If it does not:" : notOpened(why));
  call.out(`  ${address}\n  Code: ${typedCode} (works once, for 5 minutes)`);
  if (!person.yes) {
    call.out("This page can only show things: it was not opened by a person in a terminal.");
    return OK;
  }
  call.out("Keep this terminal open: it shows the codes that confirm what you do on the page. Ctrl-C ends that.");
  await (await import("./serve-page.js")).servePage(call, id!);
  return OK;
}

function notOpened(why: string | undefined): string {
  const because = why === undefined || why === "" ? "" : `No browser was opened: ${why}. `;
  return `${because}Open this address in a browser on this machine, and type the code:`;
}

async function startIfDown(call: Call): Promise<string | undefined> {
  const found = await findDaemon(call.places);
  if (found.state === "running") return undefined;
  const started = await startDetached(call.places, stableProgramPath(call));
  return "problem" in started ? started.problem : undefined;
}

function refused(call: Call, message: string): number {
  refuse(call, finding("DAEMON_FAILED", message, { file: daemonPlace(call.places).log }));
  return PROBLEMS;
}
