/** Full text of prompts, responses and calls. */
import { signal, useSignal } from "@preact/signals";
import type { SearchHit } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { momentText } from "./format.js";
import { Problem } from "./problem.js";
import { Text } from "./text.js";

/** What was searched for, kept while another screen is shown. */
const searched = signal("");
/** Before a word that was found. */
const BEFORE = 60;
const AROUND = 300;

export function Search() {
  const words = useSignal(searched.value);
  return (
    <section class="screen scroll">
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          searched.value = words.value.trim();
        }}
      >
        <h1>Search</h1>
        <input
          type="search"
          aria-label="Words"
          placeholder="Prompts, responses, calls"
          data-key="/"
          value={words}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
          }}
        />
        <button type="submit" disabled={words.value.trim() === ""}>
          Search
        </button>
      </form>
      {searched.value === "" && (
        <p class="empty">
          Finds prompts, responses and calls that have all words, in every session. Type words and press Enter.
        </p>
      )}
      {searched.value !== "" && <Hits key={searched.value} words={searched.value} />}
    </section>
  );
}

function Hits({ words }: { readonly words: string }) {
  const got = useLoaded<{ hits: readonly SearchHit[] }>(`/v1/search?limit=100&q=${encodeURIComponent(words)}`).value;
  if (got?.ok !== true) return <Problem of={got} what="results" />;
  if (got.body.hits.length === 0)
    return <p class="empty">Nothing was found. All words have to be in one prompt, response or call.</p>;
  return (
    <ul class="hits" aria-label="Results">
      {got.body.hits.map((hit, index) => (
        <li key={`${hit.session} ${hit.at} ${index}`}>
          <a href={linkTo("session", hit.session)} data-row>
            <span class="facts">
              <time>{momentText(hit.at)}</time> {hit.kind} in <Text of={hit.session} />
            </span>
            <span>
              <Text of={around(hit.text, words)} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The part of a long text that holds the first word. */
function around(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words.toLowerCase().split(/\s+/)[0] ?? "");
  const from = Math.max(0, at - BEFORE);
  const part = text.slice(from, from + AROUND);
  return `${from > 0 ? "…" : ""}${part}${from + AROUND < text.length ? "…" : ""}`;
}
