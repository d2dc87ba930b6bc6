/** What a screen asks the daemon once. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { askJson, type Got } from "./session.js";

/** Undefined while it is loaded. `again` changes when it has to be loaded again. */
export function useLoaded<Body>(path: string, again: unknown = undefined): Signal<Got<Body> | undefined> {
  const loaded = useSignal<Got<Body> | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void askJson<Body>(path).then((got) => {
      if (isCurrent) loaded.value = got;
    });
    return () => {
      isCurrent = false;
    };
  }, [path, again]);
  return loaded;
}
