import { SWITCHES, switchCommand } from "../human/switch-hook.js";

export default switchCommand(SWITCHES.observe);
