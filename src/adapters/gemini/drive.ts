import type { NotDriven } from "../drive.js";

const drive: NotDriven = {
  notDriven: "With the released program (0.61.0) a turn that continues a session did not end.",
};

export default drive;
