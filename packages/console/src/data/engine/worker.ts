import { keptBodyBytes } from "../../inspect/kept-body-bytes.js";
import type { EngineCalls, EngineMessage, EngineRequest } from "./engine-messages.js";
import { streamRows } from "./stream-rows.js";
import { TableEngine } from "./table-engine.js";

const progressMilliseconds = 100;
let engine = new TableEngine();
let running: AbortController | undefined;

addEventListener("message", (event: MessageEvent<EngineRequest>) => {
  const message = event.data;
  if (message.type === "start") void start(message.run, message.request);
  else if (message.type === "cancel") running?.abort();
  else answerCall(message.call, message);
});

async function start(run: number, request: Parameters<typeof streamRows>[0]): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  const table = new TableEngine();
  engine = table;
  let body = "";
  let status: number | undefined;
  let told = Number.NEGATIVE_INFINITY;
  const decoder = new TextDecoder();
  const began = performance.now();
  const tell = (): void => {
    told = performance.now();
    if (engine !== table) return;
    const first = table.firstCells();
    post({ type: "progress", run, progress: table.progress(), ...(first && { first }) });
  };
  const listener = {
    head(head: Parameters<Parameters<typeof streamRows>[1]["head"]>[0]): void {
      status = head.status;
      post({ type: "head", run, ...head, elapsed: performance.now() - began });
    },
    bytes(chunk: Uint8Array): void {
      table.addBytes(chunk.length);
      if (body.length < keptBodyBytes)
        body += decoder.decode(chunk.subarray(0, keptBodyBytes - body.length), { stream: true });
    },
    rows(...scanned: Parameters<TableEngine["addRows"]>): void {
      table.addRows(...scanned);
      if (performance.now() - told >= progressMilliseconds) tell();
    },
  };
  // Rows that arrived right before a pause must be reported without waiting for the next ones.
  const timer = setInterval(tell, progressMilliseconds);
  const outcome = await streamRows(request, listener, controller.signal);
  clearInterval(timer);
  if (engine !== table) return;
  post({ type: "end", run, progress: table.progress(), ...outcome, status, body });
}

function answerCall(call: number, { name, ask }: Extract<EngineRequest, { type: "call" }>): void {
  try {
    post({ type: "answer", call, answer: calls[name](ask) });
  } catch (error) {
    post({ type: "refusal", call, problem: error instanceof Error ? error.message : "The call failed" });
  }
}

// The page uses `EngineCalls`, whose types pair each name with its question. Messages lose this pairing.
const calls: Readonly<Record<keyof EngineCalls, (ask: unknown) => unknown>> = {
  page: (ask) => {
    const { from, to, columns } = ask as EngineCalls["page"]["ask"]; // paired with the name by `EngineCalls`
    return engine.page(from, to, columns);
  },
  row: (ask) => engine.row((ask as EngineCalls["row"]["ask"]).index), // paired with the name by `EngineCalls`
  columns: () => engine.columns(),
  chart: (ask) => engine.chart(ask as EngineCalls["chart"]["ask"]), // paired with the name by `EngineCalls`
  download: (ask) => engine.download((ask as EngineCalls["download"]["ask"]).format), // paired with the name by `EngineCalls`
};

function post(message: EngineMessage): void {
  postMessage(message);
}
