export { capture } from "./capture.js";
export { isPlanFile } from "./plan-files.js";
export { recover } from "./recover.js";
