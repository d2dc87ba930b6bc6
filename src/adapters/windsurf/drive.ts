import type { NotDriven } from "../drive.js";

const drive: NotDriven = {
  notDriven: "It is an editor: it has no command line for one turn.",
};

export default drive;
