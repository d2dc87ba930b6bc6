import type { DaemonRequest } from "./daemon-http.js";

/** For the daemon, after a program has removed records from the store: views that show them load again. */
export const RECORDS_REMOVED: DaemonRequest = { method: "POST", path: "/v1/removed", body: {} };
