import { type Page, textPage } from "../page.js";

/** Findings with their fix come first, passed checks last. */
export function doctorPage(): Page {
  return textPage("Doctor", ["doctor"], [{ key: "p", word: "prove", line: ["doctor", "--prove"] }]);
}
