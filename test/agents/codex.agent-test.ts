import { codex } from "./codex.js";
import { testAgent } from "./test-agent.js";

testAgent(codex);
