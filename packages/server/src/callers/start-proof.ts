import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Header in which a page sends its token, together with the cookie. */
export const pageTokenHeader = "x-page-token";

/** Why a request was refused that needs the link. */
export const needsLink = "Open the link that the terminal printed where this service was started.";

/** Maximum number of browsers that have used a link; the oldest has to open another one. */
const maxSessions = 32;

/** Options of {@link StartProof}. */
export interface StartProofOptions {
  /** Path of the pages, to which browsers send the cookie. Default: `/`. */
  readonly path?: string;
  /** Bearer token that programs send instead of a cookie. Default: none is accepted. */
  readonly token?: string | undefined;
}

interface Session {
  readonly cookie: string;
  readonly token: string;
}

/** What a browser gets for the key of a link. */
export interface ProvenBrowser {
  /** Value of the header `Set-Cookie`. */
  readonly cookie: string;
  /** Token that the page sends with each request. It stays in the storage of its origin. */
  readonly token: string;
}

/**
 * Proves that a browser is used by the person who started the service. Only the terminal shows the link, whose key works
 * once: it is exchanged for a cookie and a token, and a request is proven by both. Browsers send a cookie to every port
 * of a host, but only pages of the origin can read the token.
 */
export class StartProof {
  readonly #name = `wellhead-${randomBytes(6).toString("hex")}`;
  readonly #path: string;
  readonly #token: string | undefined;
  readonly #sessions: Session[] = [];
  #key = newSecret();
  #onUsed: () => void = () => undefined;

  /**
   * Creates a proof with a first key.
   *
   * @param options - Path of the cookie, token of programs
   */
  constructor({ path = "/", token }: StartProofOptions = {}) {
    this.#path = path;
    this.#token = token;
  }

  /**
   * Returns the link to a page, which works once. The key is in the fragment, which browsers send to nobody.
   *
   * @param url - Address of the page, which may have a fragment of parameters
   * @returns The address with the key
   */
  linkTo(url: string): string {
    return `${url}${url.includes("#") ? "&" : "#"}key=${this.#key}`;
  }

  /**
   * Calls a function each time a link was used, such as to print the next one.
   *
   * @param onUsed - The function; it replaces the previous one
   */
  whenUsed(onUsed: () => void): void {
    this.#onUsed = onUsed;
  }

  /**
   * Exchanges the key of a link for a cookie and a token.
   *
   * @param key - The key that a page sends
   * @param request - The request of the page
   * @returns Cookie and token; `undefined` for another key or a used one
   */
  exchange(key: string, { socket }: IncomingMessage): ProvenBrowser | undefined {
    if (!isSame(key, this.#key)) return undefined;
    this.#key = newSecret();
    const session = { cookie: newSecret(), token: newSecret() };
    this.#sessions.push(session);
    this.#sessions.splice(0, this.#sessions.length - maxSessions);
    this.#onUsed();
    const secure = "encrypted" in socket ? "; Secure" : "";
    return {
      cookie: `${this.#name}=${session.cookie}; Path=${this.#path}; HttpOnly; SameSite=Strict${secure}`,
      token: session.token,
    };
  }

  /**
   * Reports whether a request is proven. Its origin and host have to be checked as well.
   *
   * @param request - A request
   * @returns Whether it has the cookie and the token of a browser that used a link, or the token of programs
   */
  isProven({ headers }: Pick<IncomingMessage, "headers">): boolean {
    const { authorization = "", [pageTokenHeader]: token } = headers;
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (this.#token !== undefined && bearer !== undefined && isSame(bearer, this.#token)) return true;
    const session = this.#sessionOf({ headers });
    return session !== undefined && typeof token === "string" && isSame(token, session.token);
  }

  /**
   * Reports whether a request has the cookie of a browser that used a link, such as that of a download. The cookie alone
   * proves nothing: browsers send it to other ports too.
   *
   * @param request - A request
   * @returns Whether a browser that used a link sent it
   */
  hasCookie(request: Pick<IncomingMessage, "headers">): boolean {
    return this.#sessionOf(request) !== undefined;
  }

  #sessionOf({ headers: { cookie = "" } }: Pick<IncomingMessage, "headers">): Session | undefined {
    const shown = cookie.split(/; */).find((pair) => pair.startsWith(`${this.#name}=`));
    const value = shown?.slice(this.#name.length + 1);
    return value === undefined ? undefined : this.#sessions.find((one) => isSame(value, one.cookie));
  }
}

function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Compares digests, because the time of a comparison must not depend on the length of the secret. */
export function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
