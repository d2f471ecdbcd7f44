import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What a client has received. */
export interface Received {
  readonly status: number;
  readonly rows: number;
  /** Bytes of the body. */
  readonly bytes: number;
  /** How the response ended; `null` while it has not. */
  readonly end: string | null;
}

/** A client in Python, which shares no code with the service. */
export class PythonReader {
  /** What it has received; `undefined` until the head of the response. */
  received: Received | undefined;
  readonly #process: ChildProcess;

  /**
   * @param url - URL of the service
   * @param body - Body of the request
   */
  constructor(url: string, body: unknown) {
    const script = fileURLToPath(new URL("read_rows.py", import.meta.url));
    this.#process = spawn("python3", [script, url, JSON.stringify(body)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (this.#process.stdout !== null)
      createInterface(this.#process.stdout).on("line", (line) => {
        // The script prints nothing else.
        this.received = JSON.parse(line) as Received;
      });
  }

  /** Ends the client as if its machine had lost power. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }
}
