/** Effects of code that no program is known for. */
import type { Effect } from "../model/effect.js";

type Known = Omit<Effect, "words">;

export const CODE_FROM_ELSEWHERE: Known = {
  kind: "remote-code",
  severity: "destructive",
  certainty: "certain",
  what: "runs code that came from elsewhere and that nobody has seen",
  instead: "save it to a file, read it, and then run that file",
};

export const HIDDEN_CODE: Known = {
  kind: "remote-code",
  severity: "risky",
  certainty: "certain",
  what: "runs code that was hidden by encoding it",
  instead: "write the code out plainly",
};

export const REMOTE_SHELL: Known = {
  kind: "remote-code",
  severity: "destructive",
  certainty: "certain",
  what: "gives a shell on this machine to another one",
  instead: "have a person log in to this machine",
};

export const STARTS_ITSELF: Known = {
  kind: "machine",
  severity: "destructive",
  certainty: "certain",
  what: "starts itself again and again until the machine stands still",
  instead: "start a fixed number of processes, and wait for them",
};
