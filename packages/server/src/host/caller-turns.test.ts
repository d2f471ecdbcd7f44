import { array, assert, constantFrom, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { CallerTurns } from "./caller-turns.js";

interface Request {
  readonly caller: string;
  readonly number: number;
}

const callers = ["ada", "ben", "cyd", "dan"];
const step = oneof(constantFrom(...callers), constantFrom("take", "remove oldest", "remove spare"));

test("callers take turns, each in the order of its requests, and nothing is lost", () => {
  assert(
    property(array(step, { maxLength: 60, size: "max" }), (steps) => {
      const turns = new CallerTurns<Request>();
      let waiting: readonly Request[] = [];
      /** The callers of the requests that wait, in the order of their turns. */
      let order: readonly string[] = [];
      const of = (caller: string | undefined) => waiting.filter((request) => request.caller === caller);
      for (const [number, name] of steps.entries()) {
        if (callers.includes(name)) {
          const request = { caller: name, number };
          turns.append(request);
          waiting = [...waiting, request];
          if (!order.includes(name)) order = [...order, name];
        } else if (name === "take") {
          const [turn, ...others] = order;
          const [first] = of(turn);
          expect(turns.take()).toBe(first);
          waiting = waiting.filter((request) => request !== first);
          order = turn === undefined ? [] : [...others, turn];
        } else {
          const link = name === "remove spare" ? turns.spare : turns.oldest;
          const own = of(link?.value.caller);
          if (name === "remove spare") {
            expect(own).toHaveLength(Math.max(...callers.map((caller) => of(caller).length)));
            expect(link?.value).toBe(own.at(-1));
          }
          if (link !== undefined) turns.remove(link);
          waiting = waiting.filter((request) => request !== link?.value);
        }
        order = order.filter((caller) => of(caller).length > 0);
        expect(turns.size).toBe(waiting.length);
        expect(turns.oldest?.value).toBe(waiting[0]);
        expect(turns.next?.value).toBe(of(order[0])[0]);
      }
    }),
    { numRuns: 300 },
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
