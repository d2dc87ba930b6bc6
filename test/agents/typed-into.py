"""Runs a program on a pseudo-terminal of its own: what it prints goes to stdout, what comes on stdin is typed.

Usage: typed-into.py COLUMNS LINES PROGRAM [ARGS…]. It ends with the program, and ends the program if stdin is closed.
"""
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

columns, lines = int(sys.argv[1]), int(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    os.execvp(sys.argv[3], sys.argv[3:])

while True:
    ready, _, _ = select.select([0, terminal], [], [])
    if terminal in ready:
        try:
            printed = os.read(terminal, 65536)
        except OSError:
            printed = b""
        if not printed:
            break
        os.write(1, printed)
    if 0 in ready:
        typed = os.read(0, 65536)
        if not typed:
            os.kill(child, signal.SIGHUP)
            break
        os.write(terminal, typed)

_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 127)
