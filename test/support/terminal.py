"""Runs a program on a pseudo-terminal and types an answer once it has printed a text.

Usage: terminal.py [--detached] [--columns N] [--copy FILE] [--then TEXT COMMAND ANSWER]… TEXT COMMAND ANSWER PROGRAM [ARGS…]
COMMAND is run by a shell before the answer is typed; it may be empty. An empty answer means end of input; `key:` and a
character is that key without Enter.
TEXT may be `re:` and an expression; `{}` in the answer then stands for what its first group has matched.
--then is one more such step, for a text that is printed after that.
--copy also writes what is printed to a file at once.
--detached makes the terminal nobody's child, as a person's is: whoever runs this is not above the program.
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time

args = sys.argv[1:]
detached = args[:1] == ["--detached"]
if detached:
    args = args[1:]
columns = 0
if args[:1] == ["--columns"]:
    columns = int(args[1])
    args = args[2:]
copy = None
if args[:1] == ["--copy"]:
    copy = open(args[1], "wb", buffering=0)
    args = args[2:]
later = []
while args[:1] == ["--then"]:
    later.append(tuple(args[1:4]))
    args = args[4:]
text, command, answer, *program = args
steps = [(text, command, answer), *later]


def detach():
    reading, writing = os.pipe()
    first = os.fork()
    if first:
        os.close(writing)
        os.waitpid(first, 0)
        sys.exit(int(os.read(reading, 16) or b"70"))
    os.setsid()
    between = os.getpid()
    if os.fork():
        os._exit(0)
    while os.getppid() == between:
        time.sleep(0.001)
    os.close(reading)
    return writing


result = detach() if detached else None
child, terminal = pty.fork()
if child == 0:
    if columns:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    os.execvp(program[0], program)

printed = b""
seen = 0
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    printed += chunk
    if copy is not None:
        copy.write(chunk)
    while steps:
        text, command, answer = steps[0]
        found = re.compile((text[3:] if text.startswith("re:") else re.escape(text)).encode()).search(printed, seen)
        if not found:
            break
        steps.pop(0)
        seen = found.end()
        if "{}" in answer:
            answer = answer.replace("{}", found.group(1).decode())
        if command:
            subprocess.run(["sh", "-c", command], check=True)
        if answer.startswith("key:"):
            os.write(terminal, answer[4:].encode())
        else:
            os.write(terminal, answer.encode() + b"\n" if answer else b"\x04")

_, status = os.waitpid(child, 0)
code = os.waitstatus_to_exitcode(status)
sys.stdout.buffer.write(printed)
sys.stdout.flush()
if result is not None:
    os.write(result, str(code).encode())
sys.exit(code if code >= 0 else 70)
