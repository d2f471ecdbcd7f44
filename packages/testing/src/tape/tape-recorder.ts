import type { HttpLayer, LayerReply, LayerRequest, SendOverNetwork } from "@wellhead/runtime";
import { publicPrefixes } from "./public-prefixes.js";
import { requestDifferences } from "./request-difference.js";
import { signInCredentials } from "./sign-in-request.js";
import type { Interaction, TapeBody, TapeResponse } from "./tape.js";
import { bytesOf, tapeBodyOf } from "./tape-body.js";
import { mapBody, secretMark, TapeScrubber, tapeRequestOf } from "./tape-request.js";

/** Headers of responses that connectors do not read, or that change with every response. */
const droppedHeaders =
  /^(?:date|server|via|age|vary|etag|expires|pragma|connection|keep-alive|transfer-encoding|content-(?:length|encoding|security-policy.*)|set-cookie|cache-control|strict-transport-security|alt-svc|report-to|nel|server-timing|access-control-.*|x-(?:request-id|frame-options|content-type-options|xss-protection|amz.*|powered-by|served-by|cache.*|runtime|download-options|permitted-cross-domain-policies)|cf-.*|referrer-policy|permissions-policy|cross-origin-.*)$/;

/** Members of a response to a sign-in that are no secrets. */
const publicTokenMembers = new Set(["token_type", "expires_in", "scope", "error", "error_description"]);

/** Headers of requests that contain credentials. */
const credentialName = /authorization|cookie|token|session|api-?key|secret/;
/** Minimum length of a credential; shorter texts are in headers by chance. */
const minToken = 8;
/** What a credential may be within a header such as `Bearer …` or `session=…`. */
const credentialPart = new RegExp(String.raw`[\w.~+/-]{${minToken},}`, "g");

/** An exchange as it happened, with its secrets. */
interface Exchange {
  readonly request: LayerRequest;
  readonly response: TapeResponse;
  readonly refused: boolean;
}

/** Options of a {@link TapeRecorder}. */
export interface TapeRecorderOptions {
  /** Secrets to replace, in addition to those of the account. */
  readonly secrets: readonly string[];
  /** Addresses that respond in place of others, by origin. */
  readonly standIns: Readonly<Record<string, string>>;
  /** Interactions that are not sent over the network, but answered from a tape. */
  readonly known: readonly Interaction[];
}

/** Keeps every exchange with an upstream. Secrets are replaced at the end, when all of them are known. */
export class TapeRecorder {
  /** Whether the account of the current calls is wrong on purpose. */
  refused = false;
  readonly #options: TapeRecorderOptions;
  readonly #scrubber: TapeScrubber;
  readonly #exchanges: Exchange[] = [];
  readonly #replayed: Interaction[] = [];

  /** @param options - Secrets, stand-ins, and interactions that are known */
  constructor(options: TapeRecorderOptions) {
    this.#options = options;
    this.#scrubber = new TapeScrubber(options.secrets);
  }

  /** The layer that keeps the exchanges. */
  get layer(): HttpLayer {
    return { send: (request, next) => this.#send(request, next) };
  }

  /** The secrets that were given, used or received. */
  get secrets(): readonly string[] {
    return this.#scrubber.secrets;
  }

  /**
   * Returns what was recorded, in order.
   *
   * @returns The interactions, with `[secret]` instead of each secret
   */
  interactions(): readonly Interaction[] {
    this.#learnSent();
    const found: Interaction[] = [];
    for (const exchange of this.#exchanges) {
      // A page that was requested early and not needed after all.
      if (exchange.request.signal.aborted) continue;
      const interaction = this.#interactionOf(exchange);
      const before = found.findLast(
        (one) =>
          one.refused === interaction.refused &&
          requestDifferences(one.request, interaction.request).length === 0,
      );
      // The same request with the same response is on the tape once: the last response is repeated.
      if (JSON.stringify(before?.response) !== JSON.stringify(interaction.response)) found.push(interaction);
    }
    return found;
  }

  async #send(request: LayerRequest, next: SendOverNetwork): Promise<LayerReply> {
    const { refused } = this;
    const { user, client } = signInCredentials(request);
    for (const secret of [...request.secrets, ...user, ...client]) this.#scrubber.add(secret);
    const known = this.#known(request);
    if (known !== undefined) {
      this.#replayed.push(known);
      const { status, headers, body } = known.response;
      return { status, headers, body: oneChunk(bytesOf(body)), drop: () => undefined };
    }
    const { origin, pathname, search } = request.url;
    const standIn = this.#options.standIns[origin];
    const url = standIn === undefined ? request.url : new URL(pathname + search, standIn);
    const reply = await next({ ...request, url });
    // A stand-in links to itself, but the tape must lead to what it stands in for.
    const named = (text: string): string => (standIn === undefined ? text : text.replaceAll(standIn, origin));
    const chunks: Uint8Array[] = [];
    for await (const chunk of reply.body) chunks.push(chunk);
    const received = Buffer.concat(chunks);
    // One character per byte, because a body need not be text.
    const bytes =
      standIn === undefined ? received : Buffer.from(named(received.toString("latin1")), "latin1");
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, named(value)]),
    );
    const body = tapeBodyOf(bytes);
    if (request.purpose === "sign-in" && body !== undefined) this.#learn(body);
    const response = { status: reply.status, headers, ...(body !== undefined && { body }) };
    this.#exchanges.push({ request, response, refused });
    return { ...reply, headers, body: oneChunk(bytes) };
  }

  #known(request: LayerRequest): Interaction | undefined {
    if (this.#options.known.length === 0) return undefined;
    const asked = tapeRequestOf(request, this.#scrubber);
    const same = this.#options.known.filter(
      (one) => (one.refused === true) === this.refused && requestDifferences(one.request, asked).length === 0,
    );
    return same.find((one) => !this.#replayed.includes(one)) ?? same.at(-1);
  }

  /** Everything that a provider of tokens returns is a secret, unless the protocol says that it is not, or it is short and nested. */
  #learn(body: TapeBody): void {
    const members = "lines" in body ? [...new URLSearchParams(body.lines.join("\n"))] : membersOf(body);
    for (const [name, value] of members) {
      if (publicTokenMembers.has(name)) continue;
      for (const text of textsIn(value))
        if (text === value || text.length >= minToken) this.#scrubber.add(text);
    }
  }

  /** What came in a response and was sent back as a credential is a secret, such as a token that the connector buys itself. */
  #learnSent(): void {
    const headers = this.#exchanges.flatMap(({ request }) => Object.entries(request.headers));
    const sent = new Set(headers.flatMap(([name, value]) => (credentialName.test(name) ? [value] : [])));
    const parts = new Set([...sent].flatMap((text) => text.match(credentialPart) ?? []));
    for (const { response } of this.#exchanges)
      for (const text of textsIn([response.headers, response.body])) {
        const isWhole = text.length >= minToken && [...sent].some((one) => one.includes(text));
        const found = isWhole ? [text] : [...parts].filter((part) => text.includes(part));
        for (const secret of found) this.#scrubber.add(secret);
      }
  }

  #interactionOf({ request, response, refused }: Exchange): Interaction {
    const headers = Object.entries(response.headers)
      .filter(([name]) => !droppedHeaders.test(name))
      .map(([name, value]) => [name, String(this.#scrubber.scrub(value))]);
    const { status, body } = response;
    return {
      ...(refused && { refused }),
      request: tapeRequestOf(request, this.#scrubber),
      response: {
        status,
        // Names of headers are unique.
        headers: Object.fromEntries(headers) as Record<string, string>,
        ...(body !== undefined && { body: mapBody(body, this.#scrubber.scrub) }),
      },
    };
  }
}

function membersOf(body: TapeBody): ReadonlyArray<readonly [string, unknown]> {
  if (!("json" in body) || typeof body.json !== "object" || body.json === null) return [];
  return Object.entries(body.json);
}

/** The texts in a value, at any depth. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

/** The public beginning of a token, such as `github_pat_`. */
const publicPrefix = new RegExp(String.raw`^(?:${publicPrefixes})[_-](?=\w{8})`);

/**
 * Returns what replaces a secret in the account of a tape. It keeps a public prefix such as `github_pat_`, which some
 * connectors check.
 *
 * @param member - Name of the member
 * @param secret - The secret
 * @returns The placeholder
 */
export function placeholderOf(member: string, secret: string): string {
  const [prefix = ""] = publicPrefix.exec(secret) ?? [];
  return secret === secretMark ? secret : `${prefix}tape-${member}`;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
