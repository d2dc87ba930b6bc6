import type { NotDriven } from "../drive.js";

const drive: NotDriven = {
  notDriven: "It is a library: the program that embeds it starts its sessions.",
};

export default drive;
