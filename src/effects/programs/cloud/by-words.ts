/** Programs that other tables know for something else: what they delete is clear from their words. */
import { listed } from "../../services/listed.js";
import { CHANGES_PRODUCTION, otherClis } from "../../services/other-clis.js";
import type { Program } from "../contract.js";

const byWords: Program = {
  names:
    listed(`fastlane particle ghost flux acli notion-cli ionic cordova expo react-native capacitor ember meteor bazel
    great_expectations mlflow feast zenml metaflow flyte sagemaker label-studio sendgrid-cli mailchimp klaviyo`),
  effects: (invocation, where) => otherClis.effects(invocation, where),
};

/** Their tables know what they delete; here only what they change in production. */
const IN_PRODUCTION = listed(`statsig posthog-cli unleash flagsmith ldcli ldc modal sf sfdx shorebird
    appcenter code-push convex sanity contentful hasura prefect dagster dbt airflow temporal nats pulsar-admin`);

const programs: Program = {
  names: [...byWords.names, ...IN_PRODUCTION],
  effects(invocation, where) {
    if (byWords.names.includes(invocation.program!)) return byWords.effects(invocation, where);
    return otherClis.effects(invocation, where).filter(({ what }) => what === CHANGES_PRODUCTION);
  },
};

export default programs;
