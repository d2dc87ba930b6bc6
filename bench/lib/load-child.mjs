/** One measurement in a process of its own: `compile` or `read`, the bundle, the home, the event's folder, the plan. */
const [, , what, bundle, home, cwd, planFile] = process.argv;

const beforeImport = process.cpuUsage();
const { compilePlan, findPlaces, linearRegex, readPlan, writePlan } = await import(bundle);
const importMs = cpuMs(beforeImport);

if (what === "compile") {
  const before = process.cpuUsage();
  const request = { cwd, places: findPlaces({ HOME: home }), regex: linearRegex, mayBuild: false, authoring: "" };
  const { plan, signatures } = await compilePlan(request);
  const ms = cpuMs(before);
  writePlan(planFile, "bench", plan, signatures);
  const errors = plan.findings.filter(({ code }) => code !== "SOURCE_UNTRUSTED");
  print({ importMs, ms, hooks: plan.entries.length, sources: plan.sources.length, errors });
} else {
  const times = Array.from({ length: 101 }, () => {
    const startedAt = performance.now();
    const plan = readPlan(planFile, "bench");
    const ms = performance.now() - startedAt;
    if (plan?.plan.entries.length !== 1000) throw new Error("the plan was not taken from the file");
    return ms;
  });
  print({ first: times[0], times: times.slice(1) });
}

function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function print(value) {
  process.stdout.write(JSON.stringify(value));
}
