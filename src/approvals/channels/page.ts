/** The local page. The daemon vouches for a click that denies; to approve, the terminal that opened the page proves the person. */
import { remoteChannel } from "../vouched.js";

export default remoteChannel("page");
