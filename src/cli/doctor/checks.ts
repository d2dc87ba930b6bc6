/** Every check of `doctor`, in the order of its report. */
import { agentVersions } from "./agent-versions.js";
import { backups } from "./backups.js";
import { calledVersion } from "./called-version.js";
import { channels } from "./channels.js";
import type { Check } from "./check.js";
import { clock } from "./clock.js";
import { configFiles } from "./config-files.js";
import { daemonLeftovers } from "./daemon-leftovers.js";
import { daemonSettings } from "./daemon-settings.js";
import { disk } from "./disk.js";
import { failingGuards } from "./failing-guards.js";
import { hookPrograms } from "./hook-programs.js";
import { idleGuards } from "./idle-guards.js";
import { launcher } from "./launcher.js";
import { logSizes } from "./log-sizes.js";
import { modelSettings } from "./model-settings.js";
import { nodeVersion } from "./node-version.js";
import { onDemandEvents } from "./on-demand-events.js";
import { ownConfig } from "./own-config.js";
import { projectOnly } from "./project-only.js";
import { recentFailures } from "./recent-failures.js";
import { stopAll } from "./stop-all.js";
import { switchedOff } from "./switched-off.js";
import { trustSteps } from "./trust-steps.js";
import { ungatedCalls } from "./unguarded-calls.js";
import { unseenInput } from "./unseen-input.js";
import { unsignedFiles } from "./unsigned-files.js";
import { untrustedSources } from "./untrusted-sources.js";
import { wiring } from "./wiring.js";

export const CHECKS: readonly Check[] = [
  stopAll,
  ownConfig,
  nodeVersion,
  launcher,
  calledVersion,
  wiring,
  onDemandEvents,
  trustSteps,
  projectOnly,
  agentVersions,
  configFiles,
  untrustedSources,
  switchedOff,
  unsignedFiles,
  hookPrograms,
  failingGuards,
  idleGuards,
  recentFailures,
  ungatedCalls,
  unseenInput,
  daemonLeftovers,
  daemonSettings,
  modelSettings,
  channels,
  backups,
  disk,
  clock,
  logSizes,
];
