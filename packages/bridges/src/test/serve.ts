import { fileURLToPath } from "node:url";
import { createApp } from "@wellhead/server";
import { type BridgeKind, loadBridge } from "../file/bridge-file.js";

/** A served bridge. */
export interface ServedBridge {
  readonly url: string;
  /** Lines of the log. */
  readonly log: readonly string[];
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * @param name - A file of `fixtures`
 * @returns Its path
 */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
}

/** Serves the program that a file describes. */
export async function serveBridge(kind: BridgeKind, path: string): Promise<ServedBridge> {
  const log: string[] = [];
  const connector = await loadBridge(kind, path, { id: kind });
  const write = (record: object, message: string): void => {
    log.push(`${JSON.stringify(record)} ${message}`);
  };
  const app = await createApp({
    connectors: [connector],
    logger: { info: write, warn: write, error: write },
  });
  const { url } = await app.listen({ port: 0 });
  return {
    url,
    log,
    post: (at, body, headers = {}) =>
      fetch(new URL(at, url), {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    close: () => app.close(),
  };
}
