/** A home in which an evaluator asks a model, and what shows that silence of the model is no opinion. */
import { expect } from "vitest";
import { ModelServer } from "../support/model-server.js";
import { ProgramPlace } from "../support/program.js";

export const ENV = { MY_MODEL_KEY: "k" };

export function evaluating<P extends ProgramPlace>(
  made: P,
  server: ModelServer,
  entry: { readonly event: string; readonly builtin: string; readonly options?: object },
): P {
  made.writeUser("models.json", server.settings({ keyEnv: "MY_MODEL_KEY" }));
  made.writeUser("hooks.json", { hooks: [entry] });
  return made;
}

/** The model never answers: the agent gets nothing, and the hook has not failed. */
export async function showSilence(event: string, builtin: string, payload: object): Promise<void> {
  const server = await ModelServer.start(() => {});
  const place = evaluating(new ProgramPlace(), server, { event, builtin });
  const input = { cwd: place.project, session_id: "s1", permission_mode: "default", ...payload };
  const ran = await place.run(["hook", "claude-code", event], { input, env: ENV });
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{\}\s*$/) });
  expect(server.asked).toHaveLength(1);
  // Not "failed: timeout": it gives up by itself.
  evaluating(place, server, { event, builtin, options: { limitMs: 300 } });
  const fired = await place.fire(event, { ...payload, cwd: "/" }, [], { env: ENV });
  expect(fired.hooks).toMatchObject([{ id: builtin, outcome: "none" }]);
}
