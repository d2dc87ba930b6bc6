import type { NotDriven } from "../drive.js";

const drive: NotDriven = {
  notDriven: "Continuing one of its sessions without a person was not tried with the released program.",
};

export default drive;
