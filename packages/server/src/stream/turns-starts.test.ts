import { describe, expect, test } from "vitest";
import { FakeLoop } from "../../test/fake-loop.js";
import { Turns } from "./turns.js";

/** What the event loop did, a letter for each: s, a request was started; w, a stream worked; x, something else. */
class Diary {
  readonly loop = new FakeLoop();
  text = "";
  /** How often work was asked for in the next turn, and how often it went on within a turn. */
  readonly calls = { nextTurn: 0, afterWork: 0 };
  readonly turns = new Turns({
    now: this.loop.now,
    nextTurn: (then) => {
      this.calls.nextTurn += 1;
      this.loop.nextTurn(then);
    },
    afterWork: (then) => {
      this.calls.afterWork += 1;
      this.loop.afterWork(then);
    },
  });
  rounds = 0;

  /** Notes work, which takes a millisecond unless something else is said. */
  work(letter: string, milliseconds = 1): void {
    this.text += letter;
    this.loop.work(milliseconds);
  }

  /** Lets requests wait to be started, in rounds whose beginning may take time itself. */
  start(count: number, eachMs = 1, beginMs = 0): void {
    let left = count;
    this.turns.starts = {
      get ready() {
        return left > 0;
      },
      beginRound: () => {
        this.rounds += 1;
        this.loop.work(beginMs);
      },
      startNext: () => {
        if (left === 0) return false;
        left -= 1;
        this.work("s", eachMs);
        return true;
      },
    };
    this.turns.request();
  }

  /** Lets a stream of a connector work without end; its letter is noted for each millisecond. */
  stream(connector: string, letter = "w"): void {
    void this.turns.next(connector).then(async () => {
      const rest = this.turns.clock(connector);
      for (;;) {
        this.work(letter);
        await rest();
      }
    });
  }

  /** Lets something else take time in each turn of the event loop. */
  other(milliseconds: number): void {
    const go = (): void => {
      this.work("x", milliseconds);
      this.loop.nextTurn(go);
    };
    this.loop.nextTurn(go);
  }
}

describe("a turn of the event loop", () => {
  test("starts requests for at least 5 ms, then lets streams work for 2 ms", async () => {
    const diary = new Diary();
    diary.start(1000);
    diary.stream("a");
    await diary.loop.run(60);
    // Requests of 1 ms are started two in a row, so that the network is looked at every 2 ms.
    expect(diary.text).toMatch(/^s{5}ww(?:s{6}ww){6}/);
  });

  test.each([
    [1, 9],
    [2, 18],
    [4, 20],
  ])("where everything else takes %i ms, gives starts and streams %i ms each", async (elsewhere, each) => {
    const diary = new Diary();
    diary.start(10_000);
    diary.stream("a");
    diary.other(elsewhere);
    await diary.loop.run(500);
    const rounds = diary.text.split("x").slice(3, -1);
    expect(rounds.length).toBeGreaterThan(8);
    for (const round of rounds) {
      // What begins within the time may end a little after it.
      expect(round).toMatch(/^s+w+$/);
      expect(Math.abs(round.indexOf("w") - each)).toBeLessThanOrEqual(2);
      expect(Math.abs(round.length - round.indexOf("w") - each)).toBeLessThanOrEqual(2);
    }
  });

  test("begins with the starts, of which there is one even if it takes long", async () => {
    const diary = new Diary();
    diary.start(3, 50);
    diary.stream("a");
    await diary.loop.run(160);
    expect(diary.text).toMatch(/^sw+sw+sw+/);
    expect(diary.rounds).toBeGreaterThanOrEqual(3);
  });

  test("starts a request even if all the time for starts has passed before the first", async () => {
    const diary = new Diary();
    diary.start(3, 1, 30);
    await diary.loop.run(200);
    expect(diary.text).toBe("sss");
  });

  test("starts at most 32 requests in a row, however short they are", async () => {
    const diary = new Diary();
    diary.start(3200, 0.001);
    await diary.loop.run(100);
    expect(diary.text).toHaveLength(3200);
    // One, two, four and so on until 32, and then 32 each time.
    expect(diary.calls.afterWork).toBe(5 + Math.ceil((3200 - 31) / 32));
  });

  test("gives its time to one connector after the other", async () => {
    const diary = new Diary();
    for (const letter of ["a", "b", "c"]) {
      diary.stream(letter, letter);
      diary.stream(letter, letter);
    }
    await diary.loop.run(120);
    expect(diary.text.slice(0, 60)).toBe("aabbcc".repeat(10));
  });

  test("is scheduled only while something waits", async () => {
    const { calls, loop, turns } = new Diary();
    turns.request();
    turns.request();
    expect(calls.nextTurn).toBe(1);
    await loop.run(10);
    expect(calls.nextTurn).toBe(1);
    await Promise.all([turns.next("a"), turns.next("a"), loop.run(20)]);
    expect(calls.nextTurn).toBe(2);
  });
});

test("a stream that may go on comes before the others of its connector", async () => {
  const { turns, loop } = new Diary();
  const order: string[] = [];
  for (const name of ["one", "two"]) void turns.next("a").then(() => order.push(name));
  void turns.next("a", true).then(() => order.push("three"));
  await loop.run(10);
  expect(order).toEqual(["three", "one", "two"]);
});

test("a stream gives way to another of its connector after 20 ms of work", async () => {
  const diary = new Diary();
  diary.stream("a", "1");
  diary.stream("a", "2");
  await diary.loop.run(200);
  const runs = (diary.text.match(/1+|2+/g) ?? []).slice(2, -1).map(({ length }) => length);
  expect(runs.length).toBeGreaterThan(5);
  for (const length of runs) expect(length).toBe(20);
});

test("the wait for a turn grows with the number of connectors whose streams wait", async () => {
  const waits: number[] = [];
  for (const connectors of [["a"], ["a", "b"]]) {
    const { loop, turns } = new Diary();
    const go = async (connector: string): Promise<void> => {
      for (;;) {
        await turns.next(connector);
        loop.work(2);
      }
    };
    for (const connector of connectors) for (let index = 0; index < 40; index += 1) void go(connector);
    await loop.run(6000);
    waits.push(turns.waitMs("a"));
  }
  const [one = 0, two = 0] = waits;
  expect(one).toBeGreaterThan(70);
  expect(two / one).toBeGreaterThan(1.9);
});
