import type { LayerReply, LayerRequest } from "@wellhead/runtime";
import { upstreamInvalid } from "@wellhead/sdk";
import type { Upstream } from "../upstream/upstream.js";
import { type FaultKind, hasItems, playResponse, type TapeFault } from "./faults.js";
import { constantPointer } from "./next-page.js";
import { nearestRequest, requestDifferences } from "./request-difference.js";
import { signInCredentials } from "./sign-in-request.js";
import type { Interaction, Tape, TapeRequest, TapeResponse } from "./tape.js";
import { secretMark, TapeScrubber, tapeRequestOf } from "./tape-request.js";

/** Options of {@link replay}. */
export interface ReplayOptions {
  /** Faults to play. Default: none. */
  readonly faults?: readonly TapeFault[];
}

/**
 * Creates an upstream that answers from a tape, and never from the network.
 *
 * Everything about a request is compared: method, address, query in any order, headers, and every member of the body.
 * Credentials are not compared with the tape, but an account with secrets other than those of the tape's account is
 * refused. A request that was recorded several times gets its responses in order, then the last one again.
 *
 * @param tape - The tape
 * @param options - Faults to play
 * @returns The upstream, for `startConnector`
 * @throws RangeError when a fault names an interaction that the tape does not have
 */
export function replay(tape: Tape, { faults = [] }: ReplayOptions = {}): Upstream {
  const player = new TapePlayer(tape, faults);
  return {
    respond: (request) => player.respond(request),
    unread: () => player.unread(),
    missed: () => player.missed(),
    recordedAt: new Date(tape.recordedAt),
    seed: tape.seed,
  };
}

/** Faults that are the response. After another one, a further attempt gets the response. */
const lastingFaults: ReadonlySet<FaultKind> = new Set(["tie", "empty page", "missing pointer"]);

/** Answers requests from a tape. */
class TapePlayer {
  readonly #tape: Tape;
  readonly #faults: Map<Interaction, FaultKind[]>;
  /** What was requested and is not on the tape. */
  readonly #missed: Array<{ readonly message: string; readonly signal: AbortSignal }> = [];
  readonly #played = new Set<Interaction>();
  readonly #known: ReadonlySet<string>;
  /** The last response with a list. */
  #lastPage: TapeResponse | undefined;

  constructor(tape: Tape, faults: readonly TapeFault[]) {
    this.#tape = tape;
    this.#known = new Set([secretMark, ...textsIn(tape.account)]);
    this.#faults = new Map();
    for (const { at, kind } of faults) {
      const interaction = tape.interactions[at - 1];
      if (interaction === undefined)
        throw new RangeError(
          `Could not play a fault: the tape has ${tape.interactions.length} interactions, got ${at}. Count from 1.`,
        );
      this.#faults.set(interaction, [...(this.#faults.get(interaction) ?? []), kind]);
    }
  }

  async respond(request: LayerRequest): Promise<LayerReply> {
    const { user, client } = signInCredentials(request);
    const asked = tapeRequestOf(request, new TapeScrubber([...request.secrets, ...user, ...client]));
    // The secret of the client belongs to the deployment, not to the account.
    const isRefused = [...request.secrets, ...user].some((secret) => !this.#known.has(secret));
    const found = isRefused ? this.#findRefusal(asked) : this.#find(asked);
    if (found !== undefined) return this.#play(found);
    if (isRefused) return playResponse({ status: 401, headers: {} });
    const message = `Could not replay ${asked.method} ${asked.url}: it is not on the tape. ${nearestRequest(this.#tape.interactions, asked)} Record it with \`wellhead record\`.`;
    this.#missed.push({ message, signal: request.signal });
    throw upstreamInvalid(message);
  }

  /** A page that was requested early and not needed after all is not missed. */
  missed(): readonly string[] {
    return this.#missed.filter(({ signal }) => !signal.aborted).map(({ message }) => message);
  }

  unread(): readonly string[] {
    return this.#tape.interactions.flatMap((interaction, index) =>
      this.#played.has(interaction) || interaction.refused === true
        ? []
        : [`interaction ${index + 1}: ${interaction.request.method} ${interaction.request.url}`],
    );
  }

  #find(asked: TapeRequest): Interaction | undefined {
    const same = this.#tape.interactions.filter(
      ({ request, refused }) => refused !== true && requestDifferences(request, asked).length === 0,
    );
    return same.find((interaction) => !this.#played.has(interaction)) ?? same.at(-1);
  }

  #findRefusal(asked: TapeRequest): Interaction | undefined {
    const refusals = this.#tape.interactions.filter(({ refused }) => refused === true);
    return refusals.find(({ request }) => requestDifferences(request, asked).length === 0) ?? refusals[0];
  }

  #play(interaction: Interaction): LayerReply {
    const fault = this.#faults.get(interaction)?.shift();
    if (fault === undefined || lastingFaults.has(fault)) this.#played.add(interaction);
    const before = this.#lastPage;
    if (hasItems(interaction.response)) this.#lastPage = interaction.response;
    const pointer =
      fault === "missing pointer" ? constantPointer(this.#tape.interactions, interaction) : undefined;
    return playResponse(interaction.response, fault, { before, pointer });
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => textsIn(member));
}
