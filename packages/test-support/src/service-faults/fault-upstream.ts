import { spawn } from "node:child_process";
import { constants } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { type AnswerRaw, good, rawAnswer, startRawUpstream } from "../upstream-faults/upstream-faults.js";
import { type FaultCell, pagesBefore } from "./fault-cell.js";

/** An upstream that fails in the way each cell describes. */
export interface FaultUpstream {
  /** Returns the address of a cell's API. */
  readonly site: (cell: FaultCell) => string;
  /** Returns the number of requests of a cell for its faulty page. */
  readonly attempts: (cell: FaultCell) => number;
  /** Returns whether the list of a cell continued after the faulty page. */
  readonly wentOn: (cell: FaultCell) => boolean;
  /** Its ports, at several addresses of loopback. */
  readonly ports: readonly number[];
  close(): Promise<void>;
}

interface CellState {
  readonly cell: FaultCell;
  attempts: number;
  wentOn: boolean;
  handshakes: number;
}

/** The good page for a list that continues after it. */
const goodGoingOn = rawAnswer(JSON.stringify({ items: [{ id: 1 }], next: "/list?page=last" }));
const goodLast = rawAnswer(JSON.stringify({ items: [{ id: "last" }], next: null }));
/** Disables session resumption, because a resumed session does not present a certificate. */
const secureOptions = constants.SSL_OP_NO_TICKET;
const cutInside = 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"items":[{"id":1},{"id';

/**
 * Starts the upstream of a matrix: a plain and a TLS listener, one that never accepts and one that never shakes hands.
 *
 * @param cells - The cells
 * @returns The running upstream
 */
export async function startFaultUpstream(cells: readonly FaultCell[]): Promise<FaultUpstream> {
  const states = new Map<string, CellState>(
    cells.map((cell) => [cell.host, { cell, attempts: 0, wentOn: false, handshakes: 0 }]),
  );
  const stateOf = (cell: FaultCell) => states.get(cell.host);
  const answer: AnswerRaw = (socket, request) => {
    const state = states.get(/\r\nhost: ([^:\r]+)/i.exec(request.head)?.[1] ?? "");
    if (state !== undefined) answerCell(state, socket, request);
  };
  const plain = await startRawUpstream(answer);
  const secure = await startRawUpstream(answer, {
    SNICallback: (name, done) => done(null, certificateOf(states.get(name))),
    secureOptions,
  });
  const blocked = await startBlockedListener("127.0.0.3", plain.port);
  const mute = createServer((socket) => socket.on("error", () => undefined)).listen(secure.port, "127.0.0.4");
  await once(mute, "listening");
  return {
    site: ({ host, fault }) =>
      isSecure(fault) ? `https://${host}:${secure.port}` : `http://${host}:${plain.port}`,
    attempts: (cell) => stateOf(cell)?.attempts ?? 0,
    wentOn: (cell) => stateOf(cell)?.wentOn === true,
    ports: [plain.port, secure.port],
    close: async () => {
      blocked();
      mute.close();
      await Promise.all([plain.close(), secure.close()]);
    },
  };
}

function isSecure({ network }: FaultCell["fault"]): boolean {
  return network === "expired" || network === "other" || network === "stalled";
}

function answerCell(state: CellState, socket: Socket, request: Parameters<AnswerRaw>[1]): void {
  const { cell } = state;
  const before = pagesBefore(cell.point);
  const page = Number(/page=(\d+)/.exec(request.target)?.[1] ?? 0);
  if (request.target.includes("page=last")) {
    socket.write(goodLast);
    return;
  }
  if (page < before) {
    const items = [{ id: page }];
    // A network fault affects only a new connection.
    const headers = cell.fault.network === undefined ? [] : ["connection: close"];
    socket.write(rawAnswer(JSON.stringify({ items, next: `/list?page=${page + 1}` }), headers));
    return;
  }
  const isCut = cell.point === "inside page 1" && state.attempts === 0;
  state.attempts += 1;
  if (isCut) socket.end(cutInside);
  else
    cell.fault.answer?.(
      goingOn(state, socket),
      request,
      state.attempts - 1 - (cell.point === "inside page 1" ? 1 : 0),
    );
}

/** Makes the good page between pages link to a further page, so that the pages after a recovery are tested too. */
function goingOn(state: CellState, socket: Socket): Socket {
  if (state.cell.point !== "between pages") return socket;
  return new Proxy(socket, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...parameters: unknown[]): unknown => {
        const isGood = name === "write" && parameters[0] === good;
        state.wentOn ||= isGood;
        const result: unknown = Reflect.apply(value, target, isGood ? [goodGoingOn] : parameters);
        return result;
      };
    },
  });
}

/** Returns a good certificate for as many connections as the host name states, then the faulty one. */
function certificateOf(state: CellState | undefined): SecureContext {
  const network = state?.cell.fault.network;
  const goodOnes = Number(state?.cell.host.split("-")[1] ?? 0);
  const isFaulty = (state?.handshakes ?? 0) >= goodOnes && (network === "expired" || network === "other");
  if (state !== undefined) state.handshakes += 1;
  return createSecureContext({
    secureOptions,
    key: fixture("key"),
    cert: fixture(isFaulty && network !== undefined ? network : "valid"),
  });
}

/**
 * Returns the path of a certificate or key of the tests.
 *
 * @param name - Its name
 * @returns Path of the file
 */
export function fixturePath(name: string): URL {
  return new URL(`../../fixtures/${name}.pem`, import.meta.url);
}

function fixture(name: string): string {
  return readFileSync(fixturePath(name), "utf8");
}

/** Starts to listen, reports that, and then blocks forever without accepting connections. */
const blockedProgram = `
require("node:net").createServer().listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () => {
  require("node:fs").writeSync(1, "listening");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/**
 * Starts a listener whose queue stays full, so that the system drops every further SYN.
 *
 * @param host - Address of loopback
 * @param port - Port
 * @returns A function that stops it
 */
async function startBlockedListener(host: string, port: number): Promise<() => void> {
  const child = spawn(process.execPath, ["-e", blockedProgram, host, String(port)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const queued = Array.from({ length: 4 }, () => connect(port, host).on("error", () => undefined));
  return () => {
    for (const socket of queued) socket.destroy();
    child.kill("SIGKILL");
  };
}
