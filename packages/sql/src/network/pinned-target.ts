import { connect } from "node:net";
import type { Duplex } from "node:stream";

export interface PinnedTarget {
  readonly name: string;
  readonly port: number;
  readonly addresses: readonly string[];
}
export async function pinTarget(options: { host: string; port: number; signal?: AbortSignal | undefined }): Promise<PinnedTarget> {
  return { name: options.host, port: options.port, addresses: [options.host] };
}
export function connectPinned(target: PinnedTarget, options: { timeout: number; signal?: AbortSignal | undefined }): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: target.name, port: target.port, noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}
