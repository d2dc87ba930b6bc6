"""Runs a program on a pseudo-terminal that a test drives key by key.

Usage: pty-bridge.py ROWS COLUMNS PROGRAM [ARGS…]
Reads one JSON object per line: {"type": text}, {"resize": [rows, columns]}, {"signal": number}, {"hangup": true}. Writes what
the terminal shows. The terminal is nobody's child, as a person's is. The last line on stderr is a JSON object: the exit
code, and whether the terminal was left as it was found.
"""
import errno
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

rows, columns, *program = sys.argv[1:]


def detach():
    reading, writing = os.pipe()
    first = os.fork()
    if first:
        os.close(writing)
        os.waitpid(first, 0)
        sys.stderr.write(os.read(reading, 65536).decode())
        sys.exit(0)
    os.setsid()
    between = os.getpid()
    if os.fork():
        os._exit(0)
    while os.getppid() == between:
        time.sleep(0.001)
    os.close(reading)
    return writing


result = detach()
master, slave = pty.openpty()


def resize(rows, columns):
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


resize(int(rows), int(columns))
before = termios.tcgetattr(slave)
child = os.fork()
if child == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for fd in (0, 1, 2):
        os.dup2(slave, fd)
    os.closerange(3, 256)
    os.execvp(program[0], program)

waiting = b""
lines = b""
ended = None
stdin_open = True
os.set_blocking(master, False)
while ended is None:
    wanted = [master] + ([0] if stdin_open else [])
    readable, writable, _ = select.select(wanted, [master] if waiting else [], [], 0.05)
    if master in readable:
        try:
            shown = os.read(master, 65536)
            os.write(1, shown)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
    if writable:
        try:
            waiting = waiting[os.write(master, waiting[:4096]):]
        except BlockingIOError:
            pass
    if 0 in readable:
        chunk = os.read(0, 65536)
        stdin_open = chunk != b""
        lines += chunk
        *whole, lines = lines.split(b"\n")
        for line in whole:
            wanted = json.loads(line)
            if "type" in wanted:
                waiting += wanted["type"].encode()
            if "resize" in wanted:
                resize(*wanted["resize"])
            if "signal" in wanted:
                os.kill(child, wanted["signal"])
            if "hangup" in wanted:
                os.close(slave)
                os.close(master)
                _, status = os.waitpid(child, 0)
                ended = status
                break
    if ended is None:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            ended = status

left = None
try:
    while select.select([master], [], [], 0.05)[0]:
        os.write(1, os.read(master, 65536))
    left = termios.tcgetattr(slave) == before
except OSError:
    pass
os.write(result, json.dumps({"code": os.waitstatus_to_exitcode(ended), "restored": left}).encode())
