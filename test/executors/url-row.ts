/**
 * One form an address can take, and how it ends. PORT and OTHER are the ports of two servers on 127.0.0.1. `shows` names
 * the one defence that the row is about; without it the row tells what still works.
 */
import type { Level } from "../../src/core/hooks/hook.js";

/** What a resolver says to the first question, to the second, and so on; the last answer is repeated. */
export type Answers = readonly (readonly string[])[];

export interface UrlRow {
  readonly mechanism: string;
  readonly url: string;
  /** `reached`: the server got the call. `leaves ADDRESS`: a connection to that address. Otherwise the failure's cause. */
  readonly ends: string;
  readonly shows?: string;
  /** Of the hook; the person's own when absent. */
  readonly level?: Level;
  readonly allow?: readonly string[];
  readonly names?: Readonly<Record<string, Answers>>;
  /** How often a resolver is asked, where that is the point. */
  readonly lookups?: number;
  readonly follow?: boolean;
  /** The Host header of the last call. */
  readonly host?: string;
  /** Whether the last call had the hook's own headers. */
  readonly headers?: boolean;
}

export const PUBLIC = "93.184.216.34";

/** Names whose address never changes. */
export const leadsTo = (name: string, ...addresses: string[]) => ({ [name]: [addresses] });
