import type { FastifyInstance } from "fastify";
import { malformedRequest } from "../request/malformed-request.js";

/**
 * Refuses requests that Node's parser accepts although a proxy may interpret them differently: those of a version that
 * is neither HTTP/1.0 nor HTTP/1.1, with more than one `Host` header, or of HTTP/1.1 without a `Host` header.
 *
 * @param fastify - Instance of the service
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function refuseAmbiguous(fastify: FastifyInstance): void {
  fastify.addHook("onRequest", (request, _reply, done) => {
    const { httpVersion, rawHeaders, headers } = request.raw;
    if (httpVersion !== "1.1" && httpVersion !== "1.0")
      done(malformedRequest(`Could not read the request: expected HTTP/1.1, got HTTP/${httpVersion}.`));
    else if (hasTwoHosts(rawHeaders))
      done(malformedRequest('Could not read the request: expected one "Host" header, got several.'));
    else if (httpVersion === "1.1" && headers.host === undefined)
      done(malformedRequest('Could not read the request: expected a "Host" header, got none.'));
    else done();
  });
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
