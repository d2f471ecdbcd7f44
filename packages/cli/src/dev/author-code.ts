import { type Debugger, type Runtime, Session } from "node:inspector";
import { fileURLToPath } from "node:url";
import { isAuthors, originalPlace, type Place } from "../serve/original-place.js";

/** Knows where in the author's files functions are, and where values were thrown that have no stack. */
export class AuthorCode {
  readonly #session = new Session();
  readonly #urls = new Map<string, string>();
  #isStarted = false;
  #thrown: { readonly value: string; readonly place: Place | undefined } | undefined;

  /** Starts to look. Only a process without another debugger may do so. */
  start(): void {
    this.#session.connect();
    this.#isStarted = true;
    this.#session.on("Debugger.scriptParsed", ({ params }) => this.#urls.set(params.scriptId, params.url));
    // The listener runs in the middle of the statement that throws, which then goes on.
    this.#session.on("Debugger.paused", ({ params }) => {
      const thrown = valueOf(params);
      if (thrown !== undefined) this.#noteThrown(thrown, this.#innermost(params.callFrames));
    });
    this.#session.post("Debugger.enable");
    this.#session.post("Debugger.setPauseOnExceptions", { state: "all" });
  }

  /** Where the last value was thrown that is not an object, such as `throw "text"`. */
  get thrownAt(): Place | undefined {
    const place = this.#thrown?.place;
    return place && originalPlace(place);
  }

  /**
   * Finds where a function begins.
   *
   * @param named - The function
   * @returns The place; `undefined` when it is not in a file of the author
   */
  placeOf(named: (...all: never[]) => unknown): Place | undefined {
    if (!this.#isStarted) return undefined;
    let place: Place | undefined;
    const key = Symbol.for("wellhead-named-function");
    Reflect.set(globalThis, key, named);
    // Both calls are answered at once, because the session is in this thread.
    const expression = 'globalThis[Symbol.for("wellhead-named-function")]';
    this.#session.post("Runtime.evaluate", { expression }, (failure, evaluated) => {
      const { objectId } = failure === null ? evaluated.result : {};
      if (objectId === undefined) return;
      this.#session.post("Runtime.getProperties", { objectId, ownProperties: true }, (error, found) => {
        if (error !== null) return;
        const location = found.internalProperties?.find(({ name }) => name === "[[FunctionLocation]]");
        // V8 describes the location as the protocol describes any.
        const value = location?.value?.value as Debugger.Location | undefined;
        place = value && this.#placeAt(value);
      });
    });
    Reflect.deleteProperty(globalThis, key);
    return place && originalPlace(place);
  }

  /** Code that catches a value and throws it again does not change where it comes from. */
  #noteThrown(value: string, place: Place | undefined): void {
    if (place !== undefined || this.#thrown?.value !== value) this.#thrown = { value, place };
  }

  #innermost(frames: readonly Debugger.CallFrame[]): Place | undefined {
    for (const { location } of frames) {
      const place = this.#placeAt(location);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  #placeAt({ scriptId, lineNumber, columnNumber = 0 }: Debugger.Location): Place | undefined {
    const url = this.#urls.get(scriptId) ?? "";
    const file = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (!isAuthors(file)) return undefined;
    return { file, line: lineNumber + 1, column: columnNumber + 1 };
  }
}

/** Returns a text that is the same for the same thrown value; `undefined` when an object was thrown. */
function valueOf({ reason, data }: Debugger.PausedEventDataType): string | undefined {
  if (reason !== "exception" && reason !== "promiseRejection") return undefined;
  // For these reasons, the protocol says that it is the object that was thrown.
  const thrown = (data ?? {}) as Partial<Runtime.RemoteObject>;
  if (thrown.type === "object" || thrown.type === "function") return undefined;
  return `${thrown.type} ${String(thrown.value ?? thrown.description)}`;
}
