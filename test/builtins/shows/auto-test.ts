import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-P3",
  what: "runs the tests after a change and keeps what they said",
  async show(place) {
    // Nobody would see when one in the background is done.
    place.use({ builtin: "auto-test", background: false });
    chmodSync(place.write(join(place.root, "bin/npx"), '#!/bin/sh\necho "ran $*"\nexit 3\n'), 0o755);
    const env = { PATH: join(place.root, "bin") };
    await place.after("Edit", { file_path: place.path("notes.md") }, {}, { env });
    expect(place.has(join(place.state, "auto-test"))).toBe(false);
    await place.after("Edit", { file_path: place.path("src/a.ts") }, {}, { env });
    const [file] = readdirSync(join(place.state, "auto-test"));
    expect(JSON.parse(place.read(join(place.state, "auto-test", file!)))).toMatchObject({
      code: 3,
      output: "ran --no-install vitest run --reporter=dot\n",
    });
    expect((await place.use("auto-test").list())[0]).toMatchObject({ id: "auto-test", background: true });
  },
};

export default show;
