import { relative } from "node:path";
import type { ListRemark, UpstreamCall } from "@wellhead/mcp";
import type { Place } from "../serve/original-place.js";
import type { RowDifference } from "./compare-rows.js";
import { pageOfFault } from "./fault-page.js";
import { codeFrame } from "./find-fault.js";
import { IssuedCredentials } from "./issued-credentials.js";
import type { Fault } from "./messages.js";

/** A fault as the page and the terminal show it. */
export interface ShownFault {
  readonly message: string;
  /** File relative to the folder, line and column, such as `moons.ts:8:3`; empty when the place is not known. */
  readonly place: string;
  /** The lines around it. */
  readonly code: readonly string[];
  /** Places that lead there, the innermost first. */
  readonly callers: readonly string[];
  /** Address of the page of the documentation about it; empty when there is none. */
  readonly page: string;
}

/** The rows of the last request, before and after a save. */
export interface ShownDifference {
  readonly connector: string;
  readonly source: string;
  /** The difference, or why there is none. */
  readonly rows: RowDifference | string;
  /** What is conspicuous about the lists that were read after the save. */
  readonly remarks: readonly ListRemark[];
  /** Whether the reason is shown as what a request has failed with, too. Default: false. */
  readonly isReported?: boolean;
}

/** What the page shows of the revisions. */
export interface DevState {
  /** Number of the revision that is served; 0 when none has been loaded. */
  readonly revision: number;
  readonly loadedAt: string;
  /** Milliseconds from the save until it was served. */
  readonly ms: number;
  /** Paths of the connectors. */
  readonly connectors: readonly string[];
  /** What is wrong with the files as they are now. Default: nothing. */
  readonly fault?: ShownFault | undefined;
  /** What a request has failed with since rows were complete last. Default: nothing. */
  readonly thrown?: ShownFault | undefined;
  readonly typeFaults: readonly ShownFault[];
  /** Number of the revision that the types are of; 0 for files that could not be loaded, `undefined` before the first check. */
  readonly typesOf?: number | undefined;
  /** Why types are not checked. Default: they are. */
  readonly unchecked?: string | undefined;
  readonly difference?: ShownDifference | undefined;
  /** What is conspicuous about the lists that were read with this revision, each once. */
  readonly remarks: readonly ListRemark[];
}

/** Maximum number of calls that are kept for a page that is opened later. */
const maxCalls = 200;

/** Receives events: the page, or a test. */
export type DevListener = (event: "state" | "call", data: DevState | UpstreamCall) => void;

/** What is known of the revisions, and who is told when it changes. */
export class DevBoard {
  readonly #listeners = new Set<DevListener>();
  readonly #credentials = new IssuedCredentials();
  #calls: UpstreamCall[] = [];
  #state: DevState = { revision: 0, loadedAt: "", ms: 0, connectors: [], typeFaults: [], remarks: [] };

  /** The latest calls to upstreams, the oldest first. */
  get calls(): readonly UpstreamCall[] {
    return this.#calls;
  }

  /** The current state. */
  get state(): DevState {
    return this.#state;
  }

  /**
   * Changes the state, and tells everybody.
   *
   * @param members - The members that change
   */
  change(members: Partial<DevState>): void {
    this.#state = { ...this.#state, ...members };
    for (const listener of this.#listeners) listener("state", this.#state);
  }

  /**
   * Adds a call to an upstream. What it sent as credentials is no longer shown in any call, such as in the response that
   * issued it.
   *
   * @param call - The call
   * @param credentials - What it sent as credentials. Default: nothing that an upstream has issued
   */
  add(call: UpstreamCall, credentials: readonly string[] = []): void {
    if (this.#credentials.add(credentials))
      this.#calls = this.#calls.map((one) => this.#credentials.hide(one));
    const shown = this.#credentials.hide(call);
    this.#calls.push(shown);
    if (this.#calls.length > maxCalls) this.#calls.shift();
    for (const listener of this.#listeners) listener("call", shown);
  }

  /**
   * Tells a listener the state and the calls so far, and then every change.
   *
   * @param listener - The listener
   * @returns A function that ends it
   */
  follow(listener: DevListener): () => void {
    listener("state", this.#state);
    for (const call of this.#calls) listener("call", call);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * Prepares a fault for people.
 *
 * @param fault - The fault
 * @param folder - Folder that its file is named relative to
 * @returns The fault with its place and the lines around it
 */
export async function showFault(
  { message, place, callers = [] }: Fault,
  folder: string,
): Promise<ShownFault> {
  const name = ({ file, line, column }: Place): string => `${relative(folder, file)}:${line}:${column}`;
  const page = pageOfFault(message);
  if (place === undefined) return { message, place: "", code: [], callers: [], page };
  return { message, place: name(place), code: await codeFrame(place), callers: callers.map(name), page };
}
