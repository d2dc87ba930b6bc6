/** The worker for backtracking patterns, with limits that a busy machine keeps. */
import { WorkerRegex } from "../../src/runtime/platform/slow-regex.js";

export const patientRegex = () => new WorkerRegex({ testMs: 500, startMs: 120_000 });
