/**
 * The local page. The daemon vouches for a click that denies, and for an approval whose passkey it has checked. Without a passkey a
 * terminal proves the person: the one that opened the page, or that of `snaphook up`.
 */
import { remoteChannel } from "../vouched.js";

export default remoteChannel("page");
