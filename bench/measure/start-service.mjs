import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { descendants } from "./descendants.mjs";

/**
 * @typedef {object} Usage
 * @property {number} rss Bytes of memory.
 * @property {number} processorSeconds Processor time so far, of all threads.
 */

/**
 * @typedef {object} Service
 * @property {string} url Its address.
 * @property {string} [adminUrl] The address for operators, if it has one.
 * @property {() => Promise<Usage>} usage What the process, all of its threads and the processes it started have used.
 * @property {() => void} stop Stops it.
 */

/**
 * Starts one of the compared services in a process of its own, which calls `announce()`. Its log goes to the null
 * device.
 *
 * @param {URL} file Module of the service.
 * @param {string[]} [words] Its arguments.
 * @returns {Promise<Service>} The service.
 */
export async function startService(file, words = []) {
  const child = fork(fileURLToPath(file), words, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url, adminUrl }] = await once(child, "message");
  return {
    url,
    adminUrl,
    usage: async () => {
      child.send("usage");
      const [own] = await once(child, "message");
      const started = descendants(child.pid);
      return {
        rss: own.rss + started.rss,
        processorSeconds: own.processorSeconds + started.processorSeconds,
      };
    },
    stop: () => child.disconnect(),
  };
}
