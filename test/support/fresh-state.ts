/** Test files of one worker share their modules. What a program sets once for its process is set back before each file. */
import { useTagHash } from "../../src/core/redact/tag.js";

useTagHash(() => undefined);
