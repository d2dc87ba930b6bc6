import { DRIVES } from "../../adapters/_drives.js";
import type { AgentDrive, DriveEntry } from "../../adapters/drive.js";

/** Agents that can be driven, with how. */
export const DRIVEN_AGENTS: Readonly<Record<string, AgentDrive>> = Object.fromEntries(
  Object.entries<DriveEntry>(DRIVES).flatMap(([name, drive]) => ("notDriven" in drive ? [] : [[name, drive]])),
);
