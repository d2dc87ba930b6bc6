/** Notifications on a phone, answered with a ticket. `daemon/channels` runs it. */
import { remoteChannel } from "../vouched.js";

export default remoteChannel("ntfy");
