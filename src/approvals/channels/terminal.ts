/** `snaphook approve` and the live view of `snaphook up`: a person typed the code that only their terminal showed. */
import { isRecord } from "../../core/text/json.js";
import type { Channel } from "./contract.js";

const terminal: Channel = {
  name: "terminal",
  identify(ask, proof, means) {
    if (!isRecord(proof) || proof["kind"] !== "terminal" || !means.isSigned(ask, proof)) return undefined;
    const by = proof["by"];
    if (!isRecord(by) || typeof by["user"] !== "string") return undefined;
    const place = typeof by["terminal"] === "string" ? { place: by["terminal"] } : {};
    return { channel: "terminal", user: by["user"], ...place, method: "typed code" };
  },
};

export default terminal;
