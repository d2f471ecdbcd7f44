import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { Deadlines, RequestControl } from "../src/deadline/request-control.js";
import { ResponseSink, type ResponseSinkOptions } from "../src/stream/response-sink.js";

/**
 * Opens a response to a caller that reads nothing until it is resumed. For tests.
 *
 * @param version - The caller's version of HTTP. Default: 1.1
 * @returns The response, whose head has been written, and the connection of the caller
 */
export async function openResponse(
  version = "1.1",
): Promise<{ readonly response: ServerResponse; readonly caller: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const caller = connect(port, "127.0.0.1").pause();
  caller.on("error", () => undefined);
  onTestFinished(() => {
    caller.destroy();
    server.closeAllConnections();
    server.close();
  });
  caller.write(`GET / HTTP/${version}\r\nhost: a\r\n\r\n`);
  // The event's second argument is the response.
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  response.writeHead(200);
  return { response, caller };
}

/**
 * Creates a sink that waits for its caller without end. For tests.
 *
 * @param response - The response
 * @param options - Options that differ
 * @returns The sink, and the control of its request
 */
export function sinkOf(
  response: ServerResponse,
  options: Partial<ResponseSinkOptions> = {},
): { readonly sink: ResponseSink; readonly control: RequestControl } {
  const control = new RequestControl(new Deadlines(0));
  const sink = new ResponseSink({
    response,
    compressor: undefined,
    piped: undefined,
    stallTimeout: 600_000,
    minReadRate: 1,
    control,
    ...options,
  });
  return { sink, control };
}

/**
 * Reads until the connection ends. For tests.
 *
 * @param caller - Connection of the caller
 * @returns The last 100 characters, which show how it ended
 */
export async function readToEnd(caller: Socket): Promise<string> {
  let text = "";
  caller.setEncoding("latin1").on("data", (part: string) => {
    text = (text + part).slice(-100);
  });
  caller.resume();
  await once(caller, "close");
  return text;
}
