// Stands for a program that starts another: an agent, an editor. What it is called is what it was linked as.
import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2);
spawn(program, args, { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 70));
