import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process that has opened a file of the folder. */
export interface Reader {
  readonly pid: number;
  /** Number of bytes that it has written to files and pipes. */
  readonly written: number;
}

/**
 * Finds the other processes that have opened a file of a folder, as listed by the system.
 *
 * @param folder - Absolute path
 * @returns The processes
 */
export function findReaders(folder: string): readonly Reader[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .flatMap((pid) => {
      try {
        const fds = `/proc/${pid}/fd`;
        const isReader = readdirSync(fds).some((fd) => isBelow(`${fds}/${fd}`, folder));
        const [, written] = isReader
          ? (/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8")) ?? [])
          : [];
        return written === undefined ? [] : [{ pid, written: Number(written) }];
      } catch {
        // The process has ended or belongs to another user.
        return [];
      }
    });
}

function isBelow(fd: string, folder: string): boolean {
  try {
    return readlinkSync(fd).startsWith(`${folder}/`);
  } catch {
    return false;
  }
}
