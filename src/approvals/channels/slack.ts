/** Cards with buttons in a Slack channel, answered by listed members. `daemon/channels` runs it. */
import { remoteChannel } from "../vouched.js";

export default remoteChannel("slack");
