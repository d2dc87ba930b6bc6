import { pi } from "./pi.js";
import { testAgent } from "./test-agent.js";

testAgent(pi);
