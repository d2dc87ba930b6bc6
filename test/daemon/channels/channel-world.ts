/** Channels over a real queue and store, with questions of calls that wait. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { OpenAsk, Question, QueuePorts } from "../../../src/approvals/ports.js";
import { ApprovalQueue } from "../../../src/approvals/queue.js";
import type { Clock } from "../../../src/core/ports.js";
import { ChannelHub } from "../../../src/daemon/channels/hub.js";
import { type ChannelSettings, type DaemonSettings, USUAL_SETTINGS } from "../../../src/daemon/lifecycle/settings.js";
import { randomName } from "../../../src/disk/digest.js";
import { monotonicClock } from "../../../src/runtime/platform/clock.js";
import { findPlaces } from "../../../src/runtime/platform/paths.js";
import { questionAbout } from "../../approvals/queue-world.js";
import { openStore } from "../../store/open-store.js";
import { removeFolder } from "../../support/remove-folder.js";

export interface WorldOptions {
  readonly settings?: Partial<DaemonSettings["approvals"]>;
  readonly now?: () => number;
  readonly isAttended?: boolean;
  /** By which questions end. */
  readonly clock?: Clock;
}

export class ChannelWorld {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-channels-")));
  readonly places = findPlaces({ HOME: this.root });
  readonly store = openStore({ synchronous: "OFF" });
  readonly logged: string[] = [];
  mayApprove = true;
  queue!: ApprovalQueue;
  hub!: ChannelHub;
  readonly #options: WorldOptions;

  constructor(options: WorldOptions = {}) {
    this.#options = options;
    onTestFinished(() => {
      this.hub?.close();
      return removeFolder(this.root);
    });
  }

  secret(name: string, text: string, mode = 0o600): { readonly file: string } {
    const file = join(this.root, name);
    mkdirSync(this.root, { recursive: true });
    writeFileSync(file, `${text}\n`);
    chmodSync(file, mode);
    return { file };
  }

  /** As a daemon starts: what the last one left is taken over. */
  async open(channels: ChannelSettings): Promise<void> {
    this.hub?.close();
    const { settings, now = () => Date.now(), isAttended = false, clock = monotonicClock } = this.#options;
    const ports: QueuePorts = {
      store: this.store,
      clock,
      means: { isSigned: () => true, start: () => {} },
      now,
      newId: () => randomName(4),
      hash: (text) => `k1:${Buffer.from(text).toString("hex").slice(-100)}`,
      canAnswer: () => true,
      lateMs: 720 * 60_000,
      needsPasskey: false,
      owner: "ann",
      onChange: () => {},
      onRow: (ask, about) => this.hub?.update(ask, about),
    };
    this.queue = new ApprovalQueue(ports);
    await this.queue.restore();
    this.hub = await ChannelHub.open({
      settings: { ...USUAL_SETTINGS.approvals, channels, notifyAfterSeconds: 0, ...settings },
      places: this.places,
      queue: this.queue,
      store: this.store,
      clock: monotonicClock,
      environment: {},
      mayApprove: () => this.mayApprove,
      now,
      isAttended: () => isAttended,
      isAway: () => false,
      log: (text) => void this.logged.push(text),
    });
  }

  /** The agent asks in its own dialog, and the question is open beside it. */
  async askBeside(command: string) {
    const never = new AbortController().signal;
    const asked = questionAbout(command, { presence: "interactive" });
    await this.queue.hold(asked, never, () => {});
    const dialog = this.queue.holdBeside(asked, never, () => {});
    await expect.poll(() => this.queue.open().length).toBe(1);
    return { ask: this.queue.open()[0]!, dialog };
  }

  /** A call waits for an answer. */
  async ask(command = "make release", more: Partial<Question> = {}, gone = new AbortController().signal) {
    const before = new Set(this.queue.open().map(({ id }) => id));
    const answer = this.queue.hold(questionAbout(command, more), gone, () => {});
    let ask: OpenAsk | undefined;
    while (ask === undefined) {
      await new Promise((done) => setImmediate(done));
      ask = this.queue.open().find(({ id }) => !before.has(id));
    }
    return { ask, answer };
  }
}

export const questionOf = (question: string, options: readonly string[], multiSelect = false): Partial<Question> => ({
  about: {
    kind: "question",
    questions: [{ question, options: options.map((label) => ({ label })), ...(multiSelect ? { multiSelect } : {}) }],
  },
});
