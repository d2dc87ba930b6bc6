/** The JSON schema of the daemon's settings, for editors. */
import { z } from "zod";
import { settingsSchema } from "../../src/daemon/lifecycle/settings-schema.js";

export function daemonSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(settingsSchema, { target: "draft-7", io: "input" });
  const text = {
    $schema,
    title: "Snaphook daemon settings",
    description: "Settings of the daemon: daemon.json in your own config folder. A project has no say in them.",
    ...schema,
  };
  return `${JSON.stringify(text, null, 2)}\n`;
}
