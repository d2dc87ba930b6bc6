import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O18",
  what: "passes notifications on",
  async show(place) {
    place.use("notification-forward", { event: "orion:notification", command: "cat > notice.json" });
    await place.tell("Notification", { title: "Hi", message: "Waiting.", notification_type: "idle_prompt" });
    const notice = { title: "Hi", message: "Waiting.", notificationType: "idle_prompt" };
    expect(JSON.parse(place.read("notice.json"))).toMatchObject(notice);
  },
};

export default show;
