/**
 * The daemon's settings: `daemon.json` in the user's config directory. A project cannot change them. Total: problems
 * are reported, and defaults apply.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { QuietHours } from "../../approvals/quiet-hours.js";
import { type Finding, finding } from "../../core/errors.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

export interface DaemonSettings {
  /** 0 = any free one. */
  readonly port: number;
  /** 0 = it never exits automatically. */
  readonly idleExitMinutes: number;
  readonly retention: {
    readonly days: number;
    readonly megabytes: number;
    /** 0 = complete inputs are not stored. */
    readonly evidenceDays: number;
  };
  /** Endpoint for our own spans; without one none are created. */
  readonly otlp: { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> };
  /** Absolute. */
  readonly watch: readonly string[];
  /** Where OAK's scripts look for it; "project" = the port they derive from the project. Undefined: none. */
  readonly oak: { readonly port?: "project" | number | undefined };
  /** Where Cortex's scripts look for it. Undefined: nowhere. */
  readonly cortex: { readonly port?: number | undefined };
  readonly backup: {
    readonly auto: boolean;
    readonly intervalMinutes: number;
    /** Undefined: OAK's key, if its files are loaded; otherwise true. */
    readonly onUpgrade?: boolean | undefined;
    /** As `onUpgrade`. */
    readonly includeActivities?: boolean | undefined;
    /** Of each automatic kind. */
    readonly keep: number;
    /** Absolute; empty = `backups` in our data directory. */
    readonly folder: string;
  };
  readonly approvals: {
    /** What approves a question: `passkey` leaves every other proof out. */
    readonly allowWith: "code" | "passkey";
    /** Open questions are announced on the desktop. */
    readonly desktop: boolean;
    /** Whether a question that no call waits for can still be answered… */
    readonly late: "keep" | "drop";
    /** …and for how long; as long its answer waits for the same call. */
    readonly lateMinutes: number;
    /** How long a call waits for an answer, unless its agent gives up earlier. */
    readonly waitMinutes: number;
    /** Ways to reach a person who is not at this machine. */
    readonly channels: ChannelSettings;
    /** Nothing is sent in these hours. */
    readonly quietHours?: QuietHours | undefined;
    /** A person at this machine can answer first. */
    readonly notifyAfterSeconds: number;
    /** Where a proxy of the user leads to this daemon, for answers with a ticket only. */
    readonly publicUrl?: string | undefined;
  };
}

/** Where a secret is: in a private file, or in a variable of the daemon's environment. */
export type SecretPlace = { readonly file: string } | { readonly variable: string };

export interface SlackSettings {
  readonly botToken: SecretPlace;
  readonly appToken: SecretPlace;
  /** Id of the channel. */
  readonly channel: string;
  /** Id of the workspace. */
  readonly team: string;
  /** Ids of the members who may answer. */
  readonly approvers: readonly string[];
  readonly apiUrl: string;
}

export interface NtfySettings {
  readonly server: string;
  readonly topic: string;
  /** Where the phone sends answers. Absent: it only announces. */
  readonly answerTopic?: string | undefined;
  readonly token?: SecretPlace | undefined;
  /** Offers to approve, to everybody who can read the topic. */
  readonly approve: boolean;
}

export interface WebhookSettings {
  readonly url: string;
  readonly secret: SecretPlace;
  /** Sends tickets that approve. */
  readonly approve: boolean;
}

export interface ChannelSettings {
  readonly slack?: SlackSettings | undefined;
  readonly ntfy?: NtfySettings | undefined;
  readonly webhook?: WebhookSettings | undefined;
}

export const USUAL_SETTINGS: DaemonSettings = {
  port: 0,
  idleExitMinutes: 90,
  retention: { days: 90, megabytes: 500, evidenceDays: 3 },
  otlp: { endpoint: "", headers: {} },
  watch: [],
  oak: {},
  approvals: {
    allowWith: "code",
    desktop: true,
    waitMinutes: 30,
    late: "keep",
    lateMinutes: 720,
    channels: {},
    notifyAfterSeconds: 20,
  },
  cortex: {},
  backup: { auto: false, intervalMinutes: 30, keep: 5, folder: "" },
};

/** 0: late answers are off. */
export function lateMs({ late, lateMinutes }: DaemonSettings["approvals"]): number {
  return late === "drop" ? 0 : lateMinutes * 60_000;
}

export interface LoadedSettings {
  readonly settings: DaemonSettings;
  readonly findings: readonly Finding[];
}

export function settingsFile(places: Pick<AppPaths, "config">): string {
  return join(places.config, "daemon.json");
}

/** The parser is loaded only if the file exists. */
export async function loadSettings(places: Pick<AppPaths, "config" | "home">): Promise<LoadedSettings> {
  const file = settingsFile(places);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const findings = code === "ENOENT" ? [] : [finding("CONFIG_UNREADABLE", message, { file })];
    return { settings: USUAL_SETTINGS, findings };
  }
  const { readSettings } = await import("./read-settings.js");
  return readSettings(file, text, places.home);
}
