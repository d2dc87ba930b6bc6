import { pi087 } from "./pi-0.87.js";
import { testAgent } from "./test-agent.js";

testAgent(pi087);
