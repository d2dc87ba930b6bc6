/** The user's passkeys on the local page: what is registered, and approving with one. See `local-page/passkey-desk.ts`. */
import { Vouched } from "../../../approvals/vouched.js";
import type { DaemonServices } from "../../api.js";
import type { Result } from "../../local-page/confirmations.js";
import type { PageSession } from "../../local-page/local-page.js";
import type { Provable } from "../../local-page/passkey-desk.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import {
  assertionBody,
  challengeBody,
  challengeReply,
  confirmReply,
  pageRequestParams,
  passkeysReply,
} from "../schemas/page-confirm.js";
import { refused } from "./asks.js";

export const passkeys = route({
  method: "GET",
  page: "view",
  path: "/v1/page/passkeys",
  token: "page",
  summary: "Passkeys that approve on this page, and whether only they do.",
  reply: passkeysReply,
  async handle({ services }) {
    const { allowWith } = services.status();
    const passkeys = services.page.passkeys.passkeys.map(({ id, name, addedAt }) => ({ id, name, addedAt }));
    return { json: { allowWith, passkeys } };
  },
});

export const beginPasskey = route({
  method: "POST",
  page: "answer",
  path: "/v1/page/passkeys/challenges",
  token: "page",
  summary: "A challenge to sign with a passkey, for exactly this request.",
  accepts: JSON_ONLY,
  body: challengeBody,
  reply: challengeReply,
  async handle({ services, page, body }) {
    const challenge = services.page.passkeys.begin(page!, body);
    return challenge === undefined
      ? refuse("PASSKEY_REFUSED", "no passkey is registered")
      : { json: { ...challenge, credentials: [...challenge.credentials] } };
  },
});

export const finishPasskey = route({
  method: "POST",
  page: "answer",
  path: "/v1/page/passkeys/challenges/{id}",
  token: "page",
  summary: "Does what was asked for, if a registered passkey signed the challenge.",
  accepts: JSON_ONLY,
  params: pageRequestParams,
  body: assertionBody,
  reply: confirmReply,
  async handle({ services, page, params, body }) {
    const proven = await services.page.passkeys.finish(page!, params.id, body);
    if ("why" in proven) return refuse("PASSKEY_REFUSED", proven.why);
    const { wanted, passkey } = proven;
    if (wanted.kind === "approve")
      return { json: { state: "over" as const, ...(await approve(services, page!, wanted, passkey.name)) } };
    return { json: await services.page.confirmations.begin(page!, wanted, passkey.name) };
  },
});

async function approve(
  { asks }: Pick<DaemonServices, "asks">,
  { by }: PageSession,
  { ask, hash, scope, answers }: Extract<Provable, { kind: "approve" }>,
  passkey: string,
): Promise<Result> {
  const person = { channel: "page", user: by?.user ?? "the local page", place: `"${passkey}"`, method: "passkey" };
  const proof = new Vouched({ id: ask, hash }, person);
  const given = await asks.answer(ask, { hash, verdict: "allow", scope, answers, proof });
  if (!("ask" in given)) return { done: false, message: refused(given).message };
  const late = given.outcome === "kept" ? " The agent no longer waits: the same call passes once." : "";
  return { done: true, message: `Approved ${ask}.${late}` };
}
