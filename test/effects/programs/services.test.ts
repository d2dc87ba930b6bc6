import { describe, expect, it } from "vitest";
import { gravest } from "./gravest.js";
import { SERVICE_EXAMPLES } from "./service-examples.js";

describe("what is lost in services", () => {
  it.each(
    Object.entries(SERVICE_EXAMPLES).flatMap(([severity, commands]) => commands.map((one) => [severity, one] as const)),
  )("T8 %s: %s", (severity, command) => expect(gravest(command, "service")).toBe(severity));

  it("T8 a value of an option in front hides no verb, and is none itself", () => {
    expect(gravest("kubectl --namespace get delete namespace shop", "service")).toBe("destructive");
    expect(gravest("aws --profile list --region describe s3 rb s3://x --force", "service")).toBe("destructive");
    expect(gravest("frob --color always cluster destroy eu", "service")).toBe("risky");
    expect(gravest("gh --repo delete pr view", "service")).toBe("ordinary");
  });

  it("T8 a container that reaches the whole machine is more than a container", () => {
    for (const command of [
      "docker run -v /:/host -it alpine sh",
      "podman run --mount type=bind,source=/,target=/host alpine",
      "docker run --privileged --pid=host alpine nsenter -t 1 -a sh",
      "docker run --rm -v /etc:/mnt alpine cat /mnt/shadow",
      "kubectl run x --image=alpine --privileged",
      `kubectl run x --image=alpine --overrides='{"spec":{"hostPID":true}}'`,
    ])
      expect(gravest(command, "escalate"), command).toBe("risky");
    for (const command of [
      "docker run -v /etc/localtime:/etc/localtime:ro alpine date",
      "kubectl run x --image=alpine --restart=Never -- sleep 10",
    ])
      expect(gravest(command, "escalate"), command).toBe("ordinary");
    expect(gravest('docker run --rm -v "$PWD:/app" -v /tmp/x:/x node npm test', "escalate")).toBe("ordinary");
  });

  it("T8 hostile length is looked at without a hang", () => {
    const long = "delete ".repeat(20_000);
    for (const command of [
      `kubectl get ${long}`,
      `aws ${long}`,
      `git push ${long}`,
      `psql -c "${"DELETE FROM a ".repeat(7000)}"`,
    ])
      expect(() => gravest(command, "service")).not.toThrow();
  });
});
