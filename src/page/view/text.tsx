/** Text of agents, files and models: what would move, hide or reorder other text is shown by its number. */
import { safe, safeName } from "../../core/text/visible-text.js";

/** Longer texts are cut on the screen, and say so. */
const MOST_CHARS = 20_000;

interface Props {
  readonly of: string;
  readonly lines?: boolean;
  readonly most?: number;
}

export function Text({ of, lines = false, most = MOST_CHARS }: Props) {
  const shown = of.length <= most ? of : of.slice(0, most);
  return (
    <bdi>
      {lines ? safe(shown) : safeName(shown)}
      {shown.length < of.length && <em class="cut"> {of.length - shown.length} more characters</em>}
    </bdi>
  );
}

/** For titles and attributes. */
export const plain = (text: string) => safeName(text.slice(0, 2_000));
