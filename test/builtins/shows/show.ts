/** What a hook of the pack does, shown through a real adapter: it must fail when the hook does nothing. */
import type { PackPlace } from "../../support/pack-place.js";

export interface Show {
  /** Requirements it shows, as they stand before a title. */
  readonly ids?: string;
  /** What can be seen. */
  readonly what: string;
  show(place: PackPlace): Promise<void>;
}
