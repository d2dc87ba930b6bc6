/** The local page: a terminal opens it, and it redeems its code. */
import type { PageRights } from "../../local-page/local-page.js";
import { refuse } from "../errors.js";
import { SIGN_IN_PATH } from "../gate.js";
import { JSON_ONLY, route } from "../route.js";
import { launchBody, launchReply, signInBody, signInReply } from "../schemas/local-page.js";

export const launchPage = route({
  method: "POST",
  path: "/v1/page/launch",
  token: "control",
  summary: "Opens the port of the local page, and makes codes that sign in to it. See `snaphook page`.",
  accepts: JSON_ONLY,
  body: launchBody,
  reply: launchReply,
  async handle({ services, body: { proof } }) {
    const isPerson = proof !== undefined && services.page.isProven(proof);
    if (proof !== undefined && !isPerson) return refuse("PERSON_REQUIRED", "the proof is not valid");
    const rights: PageRights = isPerson ? "answer" : "view";
    try {
      const launched = await services.page.launch({ rights, by: proof?.by });
      return { json: { ...launched, rights } };
    } catch (error) {
      services.log("ERROR", `the local page: ${(error as Error).message}`);
      return refuse("PAGE_MISSING", "the local page could not be opened");
    }
  },
});

export const signIn = route({
  method: "POST",
  path: SIGN_IN_PATH,
  token: "code",
  summary: "Redeems a code of a launch for a token of the page, once.",
  accepts: JSON_ONLY,
  body: signInBody,
  reply: signInReply,
  async handle({ services, body }) {
    const opened = services.page.redeem(body.code);
    if (opened === undefined) return refuse("TOKEN_REFUSED", "the code was used, has expired, or is wrong");
    const { token, session } = opened;
    return { json: { token, instance: services.page.instance, rights: session.rights } };
  },
});
