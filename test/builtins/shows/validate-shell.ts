import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-A1",
  what: "denies what destroys disks or trees, and has no opinion on the rest",
  async show(place) {
    place.use("validate-shell");
    const run = async (command: string) => (await place.before("Bash", { command })).verdict;
    for (const command of ["rm -rf /", "cd / && rm -r -f /usr", "dd if=/dev/zero of=/dev/sda", "mkfs.ext4 /dev/sdb"])
      expect(await run(command), command).toBe("deny");
    for (const command of ["rm -rf build", "echo 'mkfs is dangerous'", 'git commit -m "dd if=x"', "rm notes.txt"])
      expect(await run(command), command).toBe("none");
  },
};

export default show;
