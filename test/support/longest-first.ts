/** Starts the longest files first, so that none of them is still running when all others have ended. */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONGEST } from "../tiers.js";

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.endsWith(`/${path}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
