import { ByteStore } from "@wellhead/runtime";
import { errorCodes, type FastifyInstance } from "fastify";
import { ArrivingBytes } from "../host/arriving-bytes.js";

/** A request body that is arriving. */
export interface ArrivingBody {
  /** The `Content-Length` header; `undefined` when the length is not known in advance. */
  readonly declaredLength: string | undefined;
  readonly payload: BodySource;
  /** Maximum length in bytes. */
  readonly maxBytes: number;
  /** Counts the bytes of all bodies that are arriving. */
  readonly arrivingBytes: ArrivingBytes;
}

/** The stream of a request body. */
export interface BodySource {
  on(event: "data", listener: (chunk: Buffer | string) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * Reads a request body into one buffer. Fastify keeps each chunk until the last one has arrived, and a chunk of one byte
 * takes some 300 bytes of memory.
 *
 * @param body - The body
 * @param done - Called once, with the body or an error: that of Fastify for a body that is too long, `unavailable` when
 *   the bodies of all callers together are, or that of the connection, with status 400
 */
export function readBody(
  { declaredLength, payload, maxBytes, arrivingBytes }: ArrivingBody,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const bytes = new ByteStore();
  let isDone = false;
  const end = (error: Error | null): void => {
    if (isDone) return;
    isDone = true;
    arrivingBytes.remove(bytes.length);
    if (error === null) done(null, bytes.take());
    else done(error);
  };
  if (Number(declaredLength) > maxBytes) return end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  payload.on("data", (arrived) => {
    if (isDone) return;
    const chunk = typeof arrived === "string" ? Buffer.from(arrived) : arrived;
    if (bytes.length + chunk.length > maxBytes) return end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    const refusal = arrivingBytes.add(chunk.length);
    if (refusal !== undefined) return end(refusal);
    bytes.add(chunk);
  });
  payload.on("end", () => end(null));
  payload.on("error", (error) => end(Object.assign(error, { statusCode: 400 })));
}

/** Maximum bytes of all bodies together that pages, and others in their name, have begun to send and not ended. */
const maxArrivingBytes = 32 * 1024 * 1024;

/**
 * Makes the routes of a page read bodies of any type into buffers, each as long as its route permits.
 *
 * @param fastify - The server of the page
 */
export function readPageBodies(fastify: FastifyInstance): void {
  const arrivingBytes = new ArrivingBytes(maxArrivingBytes);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("*", ({ headers, routeOptions }, payload, done) => {
    const declaredLength = headers["content-length"];
    readBody({ declaredLength, payload, maxBytes: routeOptions.bodyLimit, arrivingBytes }, done);
  });
}
