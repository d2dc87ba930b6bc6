/** Code that exhausts the machine: an infinite loop that starts, keeps or writes something on each iteration. */
import type { Effect } from "../model/effect.js";
import { STARTS_ITSELF, USES_UP } from "./code-effects.js";

/** `while True`, `while (1)`, `for (;;)`, `loop {`, `until false`, `repeat … until false`, Perl's `… while 1`. */
const LOOPS =
  /\bwhile\s{0,4}\(?\s{0,4}(?:1|true|!0|not\s+False|1\s{0,2}==\s{0,2}1)\b|\bfor\s{0,4}\(\s{0,4};\s{0,4};|\bfor\s{0,4}\{|\bloop\s{0,4}(?:\{|do\b)|\buntil\s{0,4}\(?\s{0,4}(?:0|false|nil)\b|\brepeat\s{0,4}\{|\bin\s+(?:itertools\.)?(?:count|repeat|cycle)\(|\bsetInterval\([^,]{1,2000},\s{0,4}[01]?\s{0,4}\)|\bforever\b|\biter\(\s{0,4}int\s{0,4},\s{0,4}1\s{0,4}\)|\bwhile\s{0,4}\(?\s{0,4}(?:pcntl_)?fork\b/i;
/** Anything that ends the loop, waits in it, or reads external input. */
const PAUSES =
  /\b(?:break|return|sleep|usleep|wait|await|exit|die|last|quit|throw|raise|recv\w{0,6}|accept|input|readline|gets|select|poll|join|waitpid|next_event|delay)\b|[<]STDIN[>]|Sys\.sleep/;
const STARTS =
  /\b(?:fork|pcntl_fork|Popen|spawn\w{0,6}|exec\w{0,4}|system|popen|Thread|Process|Worker|cluster\.fork|start_new_thread|os\.execute|startProcess)\b/;
const KEEPS =
  /\.(?:append|extend|push|unshift|concat|add|put|insert|write\w{0,10})\b|\+=|\.=|<<|\[\]\s{0,4}=|\[#\w{1,20}\s{0,4}\+\s{0,4}1\]\s{0,4}=|\bpush\b|\balloc\w{0,12}\b|\b(?:str_repeat|string\.rep|malloc|bytearray|ArrayBuffer|append|c)\(|\*\s{0,4}=|\b(?:f?writeFileSync|appendFileSync|file_put_contents|print\s{0,4}[^;\n]{0,100}>)/;
/** A single allocation of many gigabytes. */
const HUGE =
  /(?:["'\])]\s{0,4}(?:\*|x)\s{0,4}\(?\s{0,4}(?:10\s{0,2}\*\*\s{0,2}(?:1[0-9]|[2-9]\d)|1e(?:1[0-9]|[2-9]\d)|\d{11,}|1\s{0,2}<<\s{0,2}(?:3[4-9]|[4-9]\d)))|\b(?:bytearray|bytes|zeros|ones|alloc\w{0,10}|ArrayBuffer|str_repeat|string\.rep|repeat|numeric)\((?:[^()]{0,40},\s{0,4})?(?:10\s{0,2}\*\*\s{0,2}(?:1[0-9]|[2-9]\d)|1e(?:1[0-9]|[2-9]\d)|\d{11,}|1\s{0,2}<<\s{0,2}(?:3[4-9]|[4-9]\d))/;
/** A program that starts a copy of itself, recursively. */
const COPIES =
  /\b(?:spawn|fork|Popen|run|call|exec\w{0,4}|system)\w{0,4}\(\s{0,4}\[?\s{0,4}(?:process\.(?:argv\[|execPath)|sys\.(?:executable|argv)|__file__|__filename|\$0)/;

const STRINGS = /"[^"\n]{0,500}"|'[^'\n]{0,500}'/g;

/** Returns undefined if the loop ends or nothing grows in it. */
export function endlessCode(code: string): Omit<Effect, "words"> | undefined {
  const start = LOOPS.exec(code);
  if (start !== null) {
    // Perl and Ruby may put the loop condition after the body.
    const body =
      /^(?:in|iter)\b/.test(start[0]) ||
      (/^(?:while|until)/i.test(start[0]) && !/[({:\n]|\bdo\b/.test(code.slice(start.index + start[0].length - 1)))
        ? code
        : code.slice(start.index);
    if (/\bfork\b/.test(body)) return STARTS_ITSELF;
    if (!PAUSES.test(body.replace(STRINGS, '""'))) {
      if (STARTS.test(body)) return STARTS_ITSELF;
      if (KEEPS.test(body)) return USES_UP;
    }
  }
  if (COPIES.test(code) && /\b(?:while|for|loop|times|range)\b/.test(code) && !PAUSES.test(code)) return STARTS_ITSELF;
  return HUGE.test(code) ? USES_UP : undefined;
}
