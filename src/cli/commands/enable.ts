import { switchCommand } from "../switch-hook.js";

export default switchCommand("enable");
