import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * Starts one of the compared services in a process of its own. Its log goes to the null device.
 *
 * @param {URL} file Module of the service.
 * @param {string[]} [words] Its arguments.
 * @returns {Promise<{ url: string, adminUrl?: string, rss: () => Promise<number>, stop: () => void }>} Its address, its
 * memory, and a function that stops it.
 */
export async function startService(file, words = []) {
  const child = fork(fileURLToPath(file), words, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url, adminUrl }] = await once(child, "message");
  return {
    url,
    adminUrl,
    rss: async () => {
      child.send("rss");
      const [{ rss }] = await once(child, "message");
      return rss;
    },
    stop: () => child.disconnect(),
  };
}
