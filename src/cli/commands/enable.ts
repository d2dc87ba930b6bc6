import { switchCommand } from "../human/switch-hook.js";

export default switchCommand("enable");
