/**
 * Runs a thread from wherever it is to its end. Each position is saved before it is acted on, so that a thread whose
 * runner was killed goes on with the same sessions and does no step twice.
 */
import type { AgentTurn, RunPorts, TurnDone, TurnResult } from "./ports.js";
import { CONTINUE, stepPrompt } from "./prompt.js";
import { stageFor, type Template } from "./template.js";
import { choose } from "./transitions.js";
import type { ActiveTurn, HookTurn, Phase, Position, Slot, Step, Thread } from "./types.js";

/** Ends with the thread in a final state. Rejects only if the store cannot be written. */
export function runThread(thread: Thread, template: Template, ports: RunPorts, signal: AbortSignal): Promise<Thread> {
  return new ThreadRun(thread, template, ports, signal).run();
}

const LONGEST_OUTPUT = 200_000;

class ThreadRun {
  #thread: Thread;
  readonly #template: Template;
  readonly #ports: RunPorts;
  readonly #signal: AbortSignal;

  constructor(thread: Thread, template: Template, ports: RunPorts, signal: AbortSignal) {
    this.#thread = thread;
    this.#template = template;
    this.#ports = ports;
    this.#signal = signal;
  }

  async run(): Promise<Thread> {
    const { error: _, endedAt: __, ...rest } = this.#thread;
    this.#thread = { ...rest, status: "running" };
    await this.#save({});
    while (this.#thread.status === "running") {
      if (this.#signal.aborted) await this.#end({ status: "cancelled" });
      else await this.#act(this.#thread.position);
    }
    this.#ports.onEvent({ kind: "end", thread: this.#thread });
    return this.#thread;
  }

  #act(position: Position): Promise<void> {
    switch (position.at) {
      case "hooks":
        return this.#runHooks(position);
      case "step":
        return this.#runStep();
      case "choose":
        return this.#chooseNext();
      case "over":
        return this.#end({ status: this.#thread.stopReason === "aborted" ? "aborted" : "completed" });
    }
  }

  async #runHooks(position: Extract<Position, { at: "hooks" }>): Promise<void> {
    const { phase, done, turns } = position;
    const [turn] = turns;
    if (turn !== undefined) return this.#takeTurn(() => this.#hookTurn(turn), { ...position, turns: turns.slice(1) });
    if (done >= this.#ports.hooks.count(phase)) return this.#save({ position: after(phase) });
    const asked = await this.#ports.hooks.run(this.#thread, phase, done, this.#signal);
    if (this.#signal.aborted) return;
    await this.#save({ position: { ...position, done: done + 1, turns: asked === undefined ? [] : [asked] } });
  }

  async #runStep(): Promise<void> {
    await this.#takeTurn(() => this.#stepTurn(), { at: "choose" });
  }

  async #chooseNext(): Promise<void> {
    const thread = this.#thread;
    const control = this.#ports.control.read(thread);
    if (control !== undefined)
      return this.#save({ stopReason: "aborted", error: control.reason, position: hooksOf("end") });
    const artifact = this.#ports.artifact.read(thread);
    if ("problem" in artifact) return this.#end({ status: "failed", error: artifact.problem });
    const output = `${artifact.text}\n${thread.steps.at(-1)?.output ?? ""}`;
    const choice = choose(thread, this.#template, output, this.#ports.matches);
    if ("stop" in choice) return this.#save({ stopReason: choice.stop, position: hooksOf("end") });
    await this.#save({
      previousAgent: thread.activeAgent,
      activeAgent: choice.agent,
      activeStage: choice.stage,
      iterationCounts: choice.counts,
      position: hooksOf("transition"),
    });
    this.#ports.onEvent({ kind: "transition", thread: this.#thread });
  }

  /** One run of an agent, and the step that records it. */
  async #takeTurn(make: () => Promise<ActiveTurn>, next: Position): Promise<void> {
    const interrupted = this.#thread.turn;
    let turn = interrupted ?? (await make());
    if (interrupted !== undefined) {
      const found = await this.#ports.runner.recover(this.#describe(interrupted));
      if (found !== undefined && "ok" in found) return this.#record(interrupted, found, next);
      const begun = found?.begun;
      turn = { ...interrupted, attempt: interrupted.attempt + 1, startedAt: this.#ports.now().toISOString() };
      if (begun !== undefined) turn = { ...turn, sessionId: begun, prompt: CONTINUE };
    }
    await this.#save({ turn });
    this.#ports.onEvent({ kind: "turn", thread: this.#thread, slot: turn.slot, stage: turn.stage });
    const result = await this.#ports.runner.run(this.#describe(turn), {
      signal: this.#signal,
      onProgress: (progress) => this.#ports.onEvent({ kind: "progress", thread: this.#thread, progress }),
    });
    if (result.ok) return this.#record(turn, result, next);
    if (this.#signal.aborted) return;
    await this.#failTurn(turn, result);
  }

  async #failTurn({ slot }: ActiveTurn, { why, gone }: Extract<TurnResult, { ok: false }>): Promise<void> {
    if (gone !== true) return this.#end({ status: "failed", error: why });
    // The next attempt gets a new session and the whole prompt.
    const { turn: _, ...rest } = this.#thread;
    const { sessionId: __, ...forgotten } = rest.slots[slot] ?? { profile: "" };
    this.#thread = { ...rest, slots: { ...rest.slots, [slot]: forgotten } };
    await this.#end({ status: "failed", error: why });
  }

  async #stepTurn(): Promise<ActiveTurn> {
    const { activeAgent: slot, activeStage: stage, cwd } = this.#thread;
    const agent = this.#template.agents[slot]!;
    const sessionId = agent.persistSession ? this.#thread.slots[slot]?.sessionId : undefined;
    const facts = { modifiedFiles: await this.#ports.modifiedFiles(cwd), now: this.#ports.now() };
    const prompt = stepPrompt(this.#thread, agent, stage, facts, sessionId !== undefined);
    return this.#newTurn(
      { slot, stage, profile: agent.profile, prompt, keepsSession: agent.persistSession },
      sessionId,
    );
  }

  async #hookTurn({ slot, profile, prompt, sameSession }: HookTurn): Promise<ActiveTurn> {
    const sessionId = sameSession ? this.#thread.slots[slot]?.sessionId : undefined;
    const stage = sameSession ? stageFor(this.#template.agents[slot], undefined) : null;
    return this.#newTurn({ slot, stage, profile, prompt, keepsSession: sameSession }, sessionId);
  }

  #newTurn(
    turn: Omit<ActiveTurn, "attempt" | "artifactSize" | "startedAt" | "sessionId">,
    sessionId: string | undefined,
  ): ActiveTurn {
    const session = sessionId === undefined ? {} : { sessionId };
    const artifactSize = this.#ports.artifact.size(this.#thread);
    return { ...turn, ...session, artifactSize, attempt: 1, startedAt: this.#ports.now().toISOString() };
  }

  #describe({ slot, stage, profile, prompt, sessionId, attempt }: ActiveTurn): AgentTurn {
    const { id, steps, cwd, activeProfile, taskId } = this.#thread;
    const agent = this.#template.agents[slot];
    return {
      threadId: id,
      stepIndex: steps.length,
      attempt,
      slot,
      stage,
      prompt,
      cwd,
      profile: profile === "__active__" ? activeProfile : profile,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(agent === undefined ? {} : { agent }),
      ...(taskId === undefined ? {} : { taskId }),
    };
  }

  async #record(turn: ActiveTurn, done: TurnDone, next: Position): Promise<void> {
    const described = this.#describe(turn);
    const { turn: _, ...thread } = this.#thread;
    const now = done.endedAt === undefined ? this.#ports.now() : new Date(done.endedAt);
    const slot = thread.slots[turn.slot] ?? { profile: turn.profile };
    const cost = ownShare(done, "costUsd", turn.sessionId === slot.sessionId ? slot.sessionCostUsd : undefined);
    const tokens = ownShare(done, "tokens", turn.sessionId === slot.sessionId ? slot.sessionTokens : undefined);
    const output = this.#ports.redact(endOf(done.output));
    const step: Step = {
      stepIndex: thread.steps.length,
      agentSlotId: turn.slot,
      stage: turn.stage,
      sessionId: done.sessionId ?? null,
      input: turn.prompt,
      output,
      costUsd: cost ?? null,
      tokens: tokens ?? null,
      numTurns: done.numTurns ?? null,
      durationS: Math.max(0, (now.getTime() - Date.parse(turn.startedAt)) / 1000),
      startedAt: turn.startedAt,
      endedAt: now.toISOString(),
    };
    const kept = turn.keepsSession ? { ...thread.slots, [turn.slot]: slotAfter(slot, done) } : thread.slots;
    const notes = (done.notes ?? []).filter((note) => !thread.notes.includes(note));
    // Before the step is saved: after a kill between the two, its size shows that this was done.
    if (output !== "" && this.#ports.artifact.size(thread) === turn.artifactSize)
      this.#ports.artifact.append(thread, `## Step ${step.stepIndex + 1}: ${turn.slot}\n\n${output}\n\n`);
    this.#thread = thread;
    await this.#save({
      steps: [...thread.steps, step],
      slots: kept,
      totalCostUsd: thread.totalCostUsd + (cost ?? 0),
      totalTokens: thread.totalTokens + (tokens ?? 0),
      notes: [...thread.notes, ...notes],
      position: next,
    });
    this.#ports.runner.forget(described);
    this.#ports.onEvent({ kind: "step", thread: this.#thread });
  }

  #end(how: Pick<Thread, "status"> & Partial<Pick<Thread, "error">>): Promise<void> {
    return this.#save({ ...how, endedAt: this.#ports.now().toISOString() });
  }

  async #save(change: Partial<Thread>): Promise<void> {
    this.#thread = { ...this.#thread, ...change, updatedAt: this.#ports.now().toISOString() };
    await this.#ports.store.save(this.#thread);
  }
}

export function hooksOf(phase: Phase): Position {
  return { at: "hooks", phase, done: 0, turns: [] };
}

function after(phase: Phase): Position {
  return phase === "end" ? { at: "over" } : { at: "step" };
}

/** Records, prompts and contexts of hooks contain it. Markers are at its end. */
function endOf(output: string): string {
  if (output.length <= LONGEST_OUTPUT) return output;
  const left = output.length - LONGEST_OUTPUT;
  return `[${left} characters left out]\n${output.slice(left).replace(/^\S*\s/, "")}`;
}

/** What a turn added to a total of its session. */
function ownShare(done: TurnDone, what: "costUsd" | "tokens", before = 0): number | undefined {
  const value = done[what];
  if (value === undefined || done.sessionTotals?.includes(what) !== true) return value;
  return Math.max(0, value - before);
}

function slotAfter(slot: Slot, { sessionId, costUsd, tokens, sessionTotals = [] }: TurnDone): Slot {
  return {
    profile: slot.profile,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(sessionTotals.includes("costUsd") && costUsd !== undefined ? { sessionCostUsd: costUsd } : {}),
    ...(sessionTotals.includes("tokens") && tokens !== undefined ? { sessionTokens: tokens } : {}),
  };
}
