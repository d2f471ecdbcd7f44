import { addressOf, type ConnectorRequest, isOwnBase, type WireRequest } from "./connector-request.js";
import { consoleSession } from "./console-session.js";

/** Determines how a request is sent: directly to this service, or through its relay to another address. */
export function wireRequest(request: ConnectorRequest): WireRequest {
  const query = new URLSearchParams(request.query).toString();
  const path = query === "" ? request.path : `${request.path}?${query}`;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers: Record<string, string> = {
    accept: request.accept ?? "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    "x-correlationid": correlationId(),
  };
  const shared = { body, path, shownHeaders: Object.entries(headers) };
  const address = addressOf(request.base, path);
  if (isOwnBase(request.base)) {
    return { ...shared, url: address, method: request.method, headers, relayed: false };
  }
  const relay = {
    "x-console-token": consoleSession.value.token,
    "x-relay-method": request.method,
    "x-relay-target": address,
  };
  return { ...shared, url: "relay", method: "POST", headers: { ...headers, ...relay }, relayed: true };
}

function correlationId(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}
