import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The bucket of the server. */
export const bucket = "wellhead-test";

/** Starts an S3 server with one bucket. Its tokens for pages need an old cipher. */
export async function startStorage(): Promise<{ readonly endpoint: string; readonly stop: () => void }> {
  const directory = mkdtempSync(join(tmpdir(), "wellhead-engine-bucket-"));
  const program = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
  const words = `--openssl-legacy-provider ${program} -d ${directory} -p 0 --allow-mismatched-signatures --configure-bucket ${bucket}`;
  const storage = spawn(process.execPath, words.split(" "), { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(storage.stdout)) {
    const found = /listening on .*:(?<port>\d+)/.exec(line)?.groups?.["port"];
    if (found === undefined) continue;
    storage.stdout.resume();
    const stop = () => {
      storage.kill("SIGKILL");
      rmSync(directory, { recursive: true });
    };
    return { endpoint: `http://127.0.0.1:${found}`, stop };
  }
  throw new Error("Could not start the S3 server: it ended.");
}
