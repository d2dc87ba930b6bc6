import type { JsonObject } from "../../core/text/json.js";
import { planThenBuild } from "./plan-then-build.js";
import { review } from "./review.js";
import { testUntilGreen } from "./test-until-green.js";

/** Templates that come with Snaphook, in the format of the user's files. */
export const SHIPPED: readonly JsonObject[] = [review, planThenBuild, testUntilGreen];
