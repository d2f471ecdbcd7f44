import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fixturePath } from "./fault-upstream.js";

/** The service of a matrix, in its own process. */
export interface FaultService {
  readonly url: string;
  readonly adminUrl: string;
  /** Id of its process. */
  readonly pid: number;
  /** Returns what the system shows of the process: arguments and environment. */
  readonly process: () => string;
  /** Stops the service and returns everything it wrote. */
  stop(): Promise<string>;
}

/**
 * Starts the service, which requires the compiled package.
 *
 * @returns The service, listening
 */
export async function startFaultService(): Promise<FaultService> {
  const program = fileURLToPath(new URL("./fault-service.js", import.meta.url));
  const trusted = join(tmpdir(), `wellhead-faults-${process.pid}.pem`);
  const certificates = ["valid", "expired", "other"].map((name) => readFileSync(fixturePath(name), "utf8"));
  writeFileSync(trusted, certificates.join("\n"));
  const child = fork(program, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted, WELLHEAD_ALLOW: "" },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("Could not start the service of the faults.");
  const written = collect(child);
  const message: readonly unknown[] = await once(child, "message");
  const [url, adminUrl] = message[0] as readonly string[]; // the message that the program sends
  return {
    url: url ?? "",
    adminUrl: adminUrl ?? "",
    pid,
    process: () =>
      ["cmdline", "environ"].map((name) => readFileSync(`/proc/${pid}/${name}`, "utf8")).join("\n"),
    stop: async () => {
      const closed = once(child, "close");
      child.send("stop");
      await closed;
      return written();
    },
  };
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  for (const stream of [stdout, stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
