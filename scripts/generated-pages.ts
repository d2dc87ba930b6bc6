/** What scripts/generate.mjs writes from the source tree: the JSON schema and the pages that list things. */
import { configPage } from "./pages/config-page.js";
import { errorsPage } from "./pages/errors-page.js";
import { eventsPage } from "./pages/events-page.js";

export { schemaText } from "./pages/json-schema.js";

/** Path in the repository → text. */
export function docsPages(): Record<string, string> {
  return {
    "docs/events.md": eventsPage(),
    "docs/config.md": configPage(),
    "docs/errors.md": errorsPage(),
  };
}
