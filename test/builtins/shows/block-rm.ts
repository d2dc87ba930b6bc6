import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-P1",
  what: "denies every recursive rm",
  async show(place) {
    place.use("block-rm");
    const run = async (command: string) => (await place.before("Bash", { command })).verdict;
    for (const command of [
      "rm -rf build",
      "rm -f -R build",
      "rm --recursive x",
      "cd x\nrm -r y",
      "/bin/rm -fr a",
      "sudo rm -r a",
      "ls | xargs rm -rf",
    ])
      expect(await run(command), command).toBe("deny");
    for (const command of ["rm notes.txt", 'git commit -m "rm -rf"', "npm run form -rx", "ls -r", "rm -- -r"])
      expect(await run(command), command).toBe("none");
  },
};

export default show;
