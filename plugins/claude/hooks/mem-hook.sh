#!/bin/sh
# Called by the agent (as our plugin's hook, or as one in the user's own settings) when a session starts or ends, with one JSON object on standard input (ids, paths, the reason; no conversation).
# Keeps it as a line of $MEM_RUN_DIR/hook.jsonl for mem's recorder, and prints what `mem run` prepared for a resumed or compacted session.
# Outside `mem run` it does nothing. It must never hold up or fail the agent: every path ends with 0.
[ -n "${MEM_RUN_DIR:-}" ] && [ -d "$MEM_RUN_DIR" ] || exit 0
umask 077

# JSON holds no raw line breaks inside strings, so without them it is one line. 64 kB: real ones have a few hundred bytes.
said=$(head -c 65536 2>/dev/null | tr -d '\r\n' 2>/dev/null)
[ -n "$said" ] && { printf '%s\n' "$said" >>"$MEM_RUN_DIR/hook.jsonl"; } 2>/dev/null

[ "${1:-}" = start ] || exit 0
# A quote inside a value is escaped, so these can only match the field itself.
case $said in
  *'"source":"resume"'* | *'"source": "resume"'*)
    # Once a run: what happened since belongs to the session that was asked for, not to one the user switches to later.
    mv "$MEM_RUN_DIR/resume.json" "$MEM_RUN_DIR/resume.given.json" 2>/dev/null && cat "$MEM_RUN_DIR/resume.given.json" 2>/dev/null
    ;;
  *'"source":"startup"'* | *'"source": "startup"'* | *'"source":"clear"'* | *'"source": "clear"'*)
    # Only there if the briefing could not travel as an argument.
    [ -r "$MEM_RUN_DIR/start.json" ] && cat "$MEM_RUN_DIR/start.json" 2>/dev/null
    ;;
  *'"source":"compact"'* | *'"source": "compact"'*)
    # Of this session only: an agent that this one started may have inherited the folder's name.
    id=${said#*'"session_id":'}
    id=${id# }
    id=${id#\"}
    id=${id%%\"*}
    case $id in
      '' | *[!A-Za-z0-9_.:-]*) ;;
      *) [ -r "$MEM_RUN_DIR/compact-$id.json" ] && cat "$MEM_RUN_DIR/compact-$id.json" 2>/dev/null ;;
    esac
    ;;
esac
exit 0
