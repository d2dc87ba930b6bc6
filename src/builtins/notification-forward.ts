/** Forwards the agent's notifications, reduced to three fields (BI-O18). */
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";

const notificationForward: Builtin = {
  name: "notification-forward",
  summary: "Fires orion:notification with title, message and notificationType of every notification.",
  from: "orion",
  example: { event: "Notification", builtin: "notification-forward" },
  events: ["Notification"],
  match: {},
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make(_surroundings, _options, { emit }) {
    return ({ title = "", message = "", notification_type: notificationType = "" }) => {
      emit("orion:notification", { title, message, notificationType });
    };
  },
};

export default notificationForward;
