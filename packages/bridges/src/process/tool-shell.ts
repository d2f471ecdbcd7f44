/**
 * Sets limits that Node cannot set, then runs the program and returns its exit code.
 *
 * The shell leads the process group of the program. Its second child waits for the end of a pipe, of which this process
 * holds the other end. If this process dies, however it dies, that child removes the folder with the secrets and kills
 * the whole group.
 */
export const toolShell = `folder=$1
{ ulimit -c 0; ulimit -d "$2"; ulimit -f "$3"; } 2>/dev/null
shift 3
trap : TERM INT HUP
"$@" 3<&- &
tool=$!
( trap '' TERM INT HUP; read -r _ <&3; rm -rf -- "$folder"; kill -KILL 0 ) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
while :; do
  wait "$tool"
  code=$?
  kill -0 "$tool" 2>/dev/null || break
done
kill -KILL "$watcher"
wait "$watcher" 2>/dev/null
exit "$code"`;

/** Exit codes from which a shell reports the signal that ended a program. */
const firstSignalCode = 128;

/** What a shell returns when there is no such program, or it may not be run. */
const notFoundCode = 127;
const notExecutableCode = 126;

/** Names of the signals that end programs most often. */
const signalNames: Readonly<Record<number, string>> = {
  1: "SIGHUP",
  2: "SIGINT",
  4: "SIGILL",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  15: "SIGTERM",
  24: "SIGXCPU",
  25: "SIGXFSZ",
};

/**
 * Says in words how a program ended.
 *
 * @param code - Exit code of the shell
 * @returns Words that follow the name of the program
 */
export function describeExit(code: number): string {
  if (code === notFoundCode) return "was not found (exit code 127)";
  if (code === notExecutableCode) return "may not be run (exit code 126)";
  const signal = code > firstSignalCode ? (signalNames[code - firstSignalCode] ?? undefined) : undefined;
  return signal === undefined ? `ended with exit code ${code}` : `was ended by ${signal}`;
}
