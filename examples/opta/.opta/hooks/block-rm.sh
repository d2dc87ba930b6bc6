#!/bin/sh
# A non-zero exit cancels the call; what it says on stderr is the reason.
case "$OPTA_TOOL_ARGS" in
  *'rm -r'*)
    echo "Deleting folders needs a person." >&2
    exit 1
    ;;
esac
