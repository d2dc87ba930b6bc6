import { cline } from "./cline.js";
import { testAgent } from "./test-agent.js";

testAgent(cline);
