/** Every form of an address that is tried. */
import { LISTS } from "./url-lists.js";
import { NAMES } from "./url-names.js";
import { RANGES } from "./url-ranges.js";
import { REDIRECTS } from "./url-redirects.js";
import type { UrlRow } from "./url-row.js";
import { SPELLINGS } from "./url-spellings.js";

export const URL_TABLE: readonly UrlRow[] = [...SPELLINGS, ...RANGES, ...NAMES, ...LISTS, ...REDIRECTS];
