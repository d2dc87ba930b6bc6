import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { compilePlan } from "../../src/sources/compile/compile-plan.js";
import { TrustStore } from "../../src/sources/trust/trust-store.js";
import { ArawnPlace, group, MANIFEST } from "../support/arawn-plugins.js";

/** A home with two plugins and a project with one of its own beside a broken one. */
function setUp() {
  const place = new ArawnPlace();
  mkdirSync(place.path("project/.git"), { recursive: true });
  place.copyPlugin("inline", "home/.config/arawn/plugins/b-inline");
  place.copyPlugin("journal", "home/.config/arawn/plugins/a-journal");
  place.copyPlugin("watch", "project/plugins/watch");
  place.write(`project/plugins/broken/${MANIFEST}`, "{");
  place.write("project/plugins/readme.md", "no plugin");
  const places = {
    home: place.home,
    configHome: place.path("home/.config"),
    config: place.path("home/.config/snaphook"),
    managed: place.path("managed"),
    data: place.path("home/.local/share/snaphook"),
    state: place.path("home/.local/share/snaphook"),
  };
  const compile = (dialects: string[]) =>
    compilePlan({
      cwd: place.path("project"),
      places,
      regex: linearRegex,
      dialects,
      mayBuild: false,
      authoring: "",
    });
  return { place, places, compile };
}

const folders = (sources: readonly { path?: string }[]) => sources.map(({ path }) => path!.split("/").at(-3));

describe("arawn's files in their usual places", () => {
  it("CF-06 loads the user's plugins, then the project's, in sorted order, past a broken one", async () => {
    const { plan } = await setUp().compile(["arawn"]);
    expect(folders(plan.sources)).toEqual(["a-journal", "b-inline", "broken", "watch"]);
    expect(plan.findings.filter(({ code }) => code === "PLUGIN_BROKEN")).toHaveLength(1);
    expect(plan.entries.filter(({ source }) => folders([source])[0] === "watch")).toHaveLength(7);
  });

  it("CF-33 a plugin has the level of a plugin and runs only once it is approved, with its servers", async () => {
    const { place, places, compile } = setUp();
    const before = await compile(["arawn"]);
    const watch = (plan: typeof before.plan) => plan.sources.find(({ path }) => path === manifest);
    const manifest = place.path("project/plugins/watch", MANIFEST);
    expect(watch(before.plan)).toMatchObject({ level: "plugin", state: "untrusted" });
    expect(before.plan.settings["mcpServers"]).toBeUndefined();
    const { facts, ...version } = before.reviews.get(manifest)!();
    new TrustStore(places.data).allow(facts, version, new Map());
    const approved = await compile(["arawn"]);
    expect(watch(approved.plan)).toMatchObject({ level: "plugin", state: "trusted" });
    expect(approved.plan.settings["mcpServers"]).toMatchObject({ watch: { command: "node" } });
    place.write("project/plugins/watch/hooks/hooks.json", { hooks: { Stop: group("true") } });
    expect(watch((await compile(["arawn"])).plan)).toMatchObject({ state: "modified" });
  });

  it("CF-06 a project may ask for its own plugins and not for the user's", async () => {
    const { place, compile } = setUp();
    place.write("project/.snaphook/hooks.json", { dialects: ["arawn"] });
    const { plan } = await compile([]);
    expect(folders(plan.sources.filter(({ dialect }) => dialect === "arawn"))).toEqual(["broken", "watch"]);
  });

  it("CF-08 arawn2 loads the user's settings before the project's", async () => {
    const { place, compile } = setUp();
    place.write("home/.arawn/settings.json", { hooks: { Stop: group("echo user") } });
    place.write("project/.arawn/settings.json", { hooks: { Stop: group("echo project") } });
    const { plan } = await compile(["arawn2"]);
    expect(plan.entries.map(({ hook, source }) => [source.key, hook.run])).toMatchObject([
      ["arawn2:user", { command: "echo user" }],
      ["arawn2:project", { command: "echo project" }],
    ]);
  });
});
