import { render } from "preact";
import { listenToKeys } from "./state/keys.js";
import { signIn } from "./state/session.js";
import { followStream } from "./state/stream.js";
import { Shell } from "./view/shell.js";

render(<Shell />, document.getElementById("page")!);
listenToKeys();
void signIn().then((signedIn) => (signedIn ? followStream() : undefined));
