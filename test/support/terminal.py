"""Runs a program on a pseudo-terminal and types an answer once it has printed a text.

Usage: terminal.py TEXT COMMAND ANSWER PROGRAM [ARGS…]
COMMAND is run by a shell before the answer is typed; it may be empty. An empty answer means end of input.
TEXT may be `re:` and an expression; `{}` in the answer then stands for what its first group has matched.
"""
import os
import pty
import re
import subprocess
import sys

text, command, answer, *program = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(program[0], program)

printed = b""
typed = False
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    printed += chunk
    found = re.search((text[3:] if text.startswith("re:") else re.escape(text)).encode(), printed)
    if not typed and found:
        typed = True
        if "{}" in answer:
            answer = answer.replace("{}", found.group(1).decode())
        if command:
            subprocess.run(["sh", "-c", command], check=True)
        os.write(terminal, answer.encode() + b"\n" if answer else b"\x04")

_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(printed)
sys.exit(os.waitstatus_to_exitcode(status))
