/** Signed requests to a program of the user, answered with a ticket. `daemon/channels` runs it. */
import { remoteChannel } from "../vouched.js";

export default remoteChannel("webhook");
