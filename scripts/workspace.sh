# A temporary folder, $workspace, and the processes that `start` and `run` begin: both end with the script that sources
# this file, however it ends. To be sourced by bash.

workspace=$(mktemp -d "${TMPDIR:-/tmp}/toolspan.XXXXXX")

# The caretaker outlives the script, because nothing in a killed script can run: it waits for the other end of a pipe to
# be closed, ends what was started, and removes the folder.
exec 9> >(
  set +e
  trap '' INT TERM HUP
  cat >/dev/null
  groups=$(cat "$workspace/groups" 2>/dev/null)
  for signal in TERM KILL; do
    for group in $groups; do kill "-$signal" -- "-$group" 2>/dev/null; done
    for _ in {1..100}; do
      alive=
      for group in $groups; do ! kill -0 -- "-$group" 2>/dev/null || alive=1; done
      [[ -n $alive ]] || break 2
      sleep 0.1
    done
  done
  rm -rf "$workspace"
)
caretaker=$!

# start COMMAND…: begins a process in a group of its own; $process is its id. A shell makes what it starts in the background
# deaf to an interrupt, which is undone here.
start() {
  setsid env --default-signal=INT,QUIT "$@" 9>&- &
  process=$!
  echo "$process" >>"$workspace/groups"
}

# run COMMAND…: the same, and waits for it; a signal to the script is not kept waiting.
run() {
  start "$@"
  wait "$process"
}

close_workspace() {
  exec 9>&-
  while kill -0 "$caretaker" 2>/dev/null; do sleep 0.05; done
}
trap close_workspace EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
