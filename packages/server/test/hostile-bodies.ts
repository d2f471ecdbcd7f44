import {
  corruptBody,
  hostileHeaders,
  hostileValue,
  writeValue,
} from "@wellhead/test-support/hostile/hostile-requests";
import type { Random } from "@wellhead/test-support/hostile/random";

/** A request that a connector accepts. */
export interface ValidRequest {
  readonly method: "POST" | "DELETE";
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A valid request with a body that is not. */
export interface CorruptRequest extends Omit<ValidRequest, "body"> {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer;
}

/**
 * Corrupts the body of a request: members at any depth are replaced, removed, or repeated with another value, and the text
 * may be cut or changed.
 *
 * @param request - The request
 * @param random - Random numbers
 * @returns The request with a hostile body and hostile headers
 */
export function corruptRequest({ method, url, body }: ValidRequest, random: Random): CorruptRequest {
  const write = () => {
    let text = writeValue(body);
    for (let bends = 1 + random.below(3); bends > 0; bends -= 1) text = bend(text, random);
    return text;
  };
  return { method, url, headers: hostileHeaders(random), payload: corruptBody(write, random) };
}

/** Changes a member of an object in a JSON text. */
function bend(text: string, random: Random): string {
  const names = [...text.matchAll(/"[^"\\]*":/g)];
  const name = names.length === 0 ? undefined : random.of(names);
  if (name === undefined) return text;
  const start = name.index + name[0].length;
  const rest = text.slice(start);
  const value = valueAt(rest);
  const other = writeValue(hostileValue(random, 0));
  const before = text.slice(0, start);
  const after = rest.slice(value.length);
  switch (random.below(4)) {
    case 0:
      return `${before}${other},${name[0]}${value}${after}`;
    case 1:
      return `${before}${value},${name[0]}${other}${after}`;
    case 2:
      return `${text.slice(0, name.index)}"__proto__":${other}${after}`;
    default:
      return `${before}${other}${after}`;
  }
}

/** Returns the JSON value with which a text starts, if it is well-formed. */
function valueAt(text: string): string {
  const scalar = /^\s*(?:"(?:[^"\\]|\\.)*"|[^,{}[\]\s]+)/.exec(text)?.[0];
  if (scalar !== undefined) return scalar;
  let depth = 0;
  for (const part of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (part[0] === "{" || part[0] === "[") depth += 1;
    else if (part[0] === "}" || part[0] === "]") depth -= 1;
    if (depth <= 0) return text.slice(0, part.index + 1);
  }
  return text;
}
