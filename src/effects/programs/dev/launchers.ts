/**
 * `python manage.py …`, `php artisan …`, `java -jar jenkins-cli.jar …`, `yarn prisma …`: analysed as the program they
 * start.
 */
import { LAUNCHER_NAMES, launched } from "../../services/launched.js";
import clouds from "../cloud/clouds.js";
import infrastructure from "../cloud/infrastructure.js";
import type { Program } from "../contract.js";
import databaseTools from "../data/database-tools.js";
import pipelines from "./pipelines.js";
import publishing from "./publishing.js";
import registries from "./registries.js";
import versionControl from "./version-control.js";

const STARTED = new Map(
  [clouds, databaseTools, infrastructure, pipelines, registries, versionControl, publishing].flatMap((program) =>
    program.names.map((name) => [name, program] as const),
  ),
);

const launchers: Program = {
  names: LAUNCHER_NAMES,
  effects(invocation, where) {
    const inner = launched(invocation);
    return inner === undefined ? [] : (STARTED.get(inner.program!)?.effects(inner, where) ?? []);
  },
};

export default launchers;
