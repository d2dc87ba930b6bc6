/** Programs that other tables know for something else: what they delete is clear from their words. */
import { listed } from "../../services/listed.js";
import { otherClis } from "../../services/other-clis.js";
import type { Program } from "../contract.js";

const byWords: Program = {
  names:
    listed(`fastlane particle ghost flux acli notion-cli ionic cordova expo react-native capacitor ember meteor bazel
    great_expectations mlflow dagster feast zenml metaflow flyte sagemaker label-studio sendgrid-cli mailchimp klaviyo`),
  effects: (invocation, where) => otherClis.effects(invocation, where),
};

export default byWords;
