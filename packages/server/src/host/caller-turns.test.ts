import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { array, assert, constantFrom, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { CallerTurns } from "./request-queue.js";

interface Request {
  readonly caller: string;
  readonly number: number;
}

const callers = ["ada", "ben", "cyd", "dan"];
const step = oneof(constantFrom(...callers), constantFrom("take", "remove oldest", "remove spare"));

/** Does what {@link CallerTurns} does, with an array that it searches. */
class PlainTurns {
  waiting: readonly Request[] = [];
  /** The callers of the requests that wait, in the order of their turns. */
  order: readonly string[] = [];

  of(caller: string | undefined): readonly Request[] {
    return this.waiting.filter((request) => request.caller === caller);
  }

  append(request: Request): void {
    this.waiting = [...this.waiting, request];
    if (!this.order.includes(request.caller)) this.order = [...this.order, request.caller];
  }

  take(): Request | undefined {
    const [turn, ...others] = this.order;
    const [next] = this.of(turn);
    this.order = turn === undefined ? [] : [...others, turn];
    this.remove(next);
    return next;
  }

  remove(gone: Request | undefined): void {
    this.waiting = this.waiting.filter((request) => request !== gone);
    this.order = this.order.filter((caller) => this.of(caller).length > 0);
  }

  /** The newest request of each caller with the most. */
  get spares(): readonly (Request | undefined)[] {
    const most = Math.max(...callers.map((caller) => this.of(caller).length));
    return callers.flatMap((caller) => (this.of(caller).length === most ? [this.of(caller).at(-1)] : []));
  }
}

test("callers take turns, each in the order of its requests, and nothing is lost", () => {
  assert(
    property(array(step, { maxLength: 60, size: "max" }), (steps) => {
      const turns = new CallerTurns<Request>();
      const plain = new PlainTurns();
      for (const [number, name] of steps.entries()) {
        const taken = name === "take" ? [turns.take(), plain.take()] : [];
        expect(taken[0]).toBe(taken[1]);
        if (callers.includes(name)) {
          const request = { caller: name, number };
          turns.append(request);
          plain.append(request);
        } else if (name !== "take") {
          const link = name === "remove spare" ? turns.spare : turns.oldest;
          if (link !== undefined) turns.remove(link);
          plain.remove(link?.value);
        }
        expect(turns.size).toBe(plain.waiting.length);
        expect(turns.oldest?.value).toBe(plain.waiting[0]);
        expect(plain.spares).toContain(turns.spare?.value);
      }
    }),
    { numRuns: countRuns(300) },
  );
});

test("a request replaces one of the caller that has at least two more", () => {
  const turns = new CallerTurns<Request>();
  for (const [number, caller] of ["ada", "ben", "ada", "ada", "ben"].entries())
    turns.append({ caller, number });
  expect(turns.spareFor("cyd")?.value).toEqual({ caller: "ada", number: 3 });
  expect(turns.spareFor("ben")).toBeUndefined();
  expect(turns.spareFor("ada")).toBeUndefined();
});
