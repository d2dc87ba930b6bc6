/**
 * What scripts/generate.mjs writes from the source tree: the JSON schema, the pages that list things, and what built-ins
 * need of all adapters at once.
 */
import { agentFilesText, ownVariablesText } from "./pages/agent-data.js";
import { builtinsPage } from "./pages/builtins-page.js";
import { configPage } from "./pages/config-page.js";
import { daemonSchemaText } from "./pages/daemon-schema.js";
import { errorsPage } from "./pages/errors-page.js";
import { eventsPage } from "./pages/events-page.js";
import { openApiText } from "./pages/openapi.js";

export { schemaText } from "./pages/json-schema.js";

/** Path in the repository → text. `root`: where the repository is. */
export function docsPages(root: string): Record<string, string> {
  return {
    "docs/builtins.md": builtinsPage(root),
    "docs/events.md": eventsPage(),
    "docs/config.md": configPage(),
    "docs/errors.md": errorsPage(),
    "docs/openapi.json": openApiText(),
    "schema/daemon.schema.json": daemonSchemaText(),
    "src/builtins/self-protection/_agent-files.ts": agentFilesText(),
    "src/builtins/env-isolation/_variables.ts": ownVariablesText(),
  };
}
