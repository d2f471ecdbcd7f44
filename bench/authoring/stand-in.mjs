/**
 * What the stand-ins for APIs share: strict arguments, credentials, limits and pages. A stand-in is a function from a request to a
 * response, so the grader calls it without a network, and `--serve` over HTTP.
 *
 * @typedef {object} ApiRequest
 * @property {string} method In capitals.
 * @property {string} path
 * @property {URLSearchParams} query
 * @property {Readonly<Record<string, string>>} headers By lower-case name.
 * @property {string} body
 * @property {number} now Time in milliseconds.
 *
 * @typedef {object} ApiAnswer
 * @property {number} [status] Default: 200.
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {unknown} [body] Text is sent unchanged, anything else as JSON.
 */

/** A response that refuses a request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Readonly<Record<string, string>>} headers
   */
  constructor(status, message, headers = {}) {
    super(message);
    this.answer = { status, headers, body: { error: message } };
  }
}

/**
 * Answers a request with the first route that fits its method and path.
 *
 * @param {ApiRequest} request
 * @param {Readonly<Record<string, (request: ApiRequest, parts: readonly string[]) => ApiAnswer>>} routes By method and path, in
 * which `*` is any part
 * @returns {ApiAnswer}
 */
export function route(request, routes) {
  for (const [pattern, answer] of Object.entries(routes)) {
    const parts = matchPath(pattern, `${request.method} ${request.path}`);
    if (parts !== undefined) return answer(request, parts);
  }
  throw new Refusal(404, `There is nothing at ${request.method} ${request.path}.`);
}

function matchPath(pattern, text) {
  const [expected, got] = [pattern.split("/"), text.split("/")];
  if (expected.length !== got.length) return undefined;
  const isMatch = expected.every((part, index) => (part === "*" ? got[index] !== "" : part === got[index]));
  return isMatch ? got.filter((_, index) => expected[index] === "*").map(decodeURIComponent) : undefined;
}

/**
 * Reads the arguments of a query, and refuses all others.
 *
 * @param {ApiRequest} request
 * @param {Readonly<Record<string, (text: string, name: string) => unknown>>} readers By name
 * @returns {Record<string, any>} Values by name; an absent argument is `undefined`
 */
export function readArguments({ query }, readers) {
  const unknown = [...query.keys()].find((name) => !Object.hasOwn(readers, name));
  if (unknown !== undefined) throw new Refusal(400, `The argument "${unknown}" is not known.`);
  const values = Object.entries(readers).map(([name, read]) => {
    const [text, second] = query.getAll(name);
    if (second !== undefined) throw new Refusal(400, `The argument "${name}" is given twice.`);
    return [name, text === undefined ? undefined : read(text, name)];
  });
  return Object.fromEntries(values);
}

/**
 * Returns a reader of whole numbers.
 *
 * @param {number} min
 * @param {number} max
 */
export function integer(min, max) {
  return (text, name) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Refusal(400, `Expected a whole number from ${min} to ${max} in "${name}".`);
  };
}

/**
 * Returns a reader of texts of one form.
 *
 * @param {RegExp} form
 */
export function textLike(form) {
  return (text, name) => {
    if (form.test(text)) return text;
    throw new Refusal(400, `The value of "${name}" has another form than described.`);
  };
}

/**
 * Returns a reader of one of several texts.
 *
 * @param {readonly string[]} texts
 */
export function oneOf(texts) {
  return (text, name) => {
    if (texts.includes(text)) return text;
    throw new Refusal(400, `Expected one of ${texts.join(", ")} in "${name}".`);
  };
}

/**
 * Refuses a request without the right credentials.
 *
 * @param {ApiRequest} request
 * @param {string} header By lower-case name
 * @param {string} expected
 */
export function requireHeader({ headers }, header, expected) {
  if (headers[header] !== expected) throw new Refusal(401, "The credentials are missing or not valid.");
}

/**
 * Returns a function that refuses requests beyond a limit, with the seconds to wait.
 *
 * @param {number} maxRequests
 * @param {number} seconds
 * @returns {(now: number) => void}
 */
export function limitRequests(maxRequests, seconds) {
  let sent = [];
  return (now) => {
    sent = sent.filter((time) => time > now - seconds * 1000);
    if (sent.length >= maxRequests) {
      const wait = Math.ceil((sent[0] + seconds * 1000 - now) / 1000) || 1;
      throw new Refusal(429, "Too many requests.", { "retry-after": String(wait) });
    }
    sent.push(now);
  };
}

/**
 * Returns the place of a cursor, which says nothing to whoever reads it.
 *
 * @param {number} place Number of items before the page
 */
export function cursorAt(place) {
  return Buffer.from(`place:${place}`).toString("base64url");
}

/** Reads what {@link cursorAt} has written. */
export function readCursor(text) {
  const place = /^place:(\d+)$/.exec(Buffer.from(text, "base64url").toString())?.[1];
  if (place === undefined) throw new Refusal(400, "The cursor is not valid.");
  return Number(place);
}

/** Parses a body of JSON. */
export function readJson({ body }) {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
}
