"""Runs a program on a pseudo-terminal of 80 columns, types a key once a text is shown, prints its processor time as JSON.

Usage: pty-cpu.py TEXT KEY PROGRAM [ARGS…]
"""
import fcntl
import json
import os
import pty
import struct
import sys
import termios

text, key, *program = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execvp(program[0], program)
shown = b""
is_typed = False
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
    if not is_typed and text.encode() in shown:
        is_typed = True
        if key != "":
            os.write(terminal, key.encode())
_, status, usage = os.wait4(child, 0)
cpu = (usage.ru_utime + usage.ru_stime) * 1000
print(json.dumps({"code": os.waitstatus_to_exitcode(status), "isShown": is_typed, "cpu": cpu}))
