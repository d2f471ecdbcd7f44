import { writeJson } from "@wellhead/rows";
import { expect, test } from "vitest";
import { FakeLoop } from "../../test/fake-loop.js";
import { Turns } from "./turns.js";

/** Starts streams that work one millisecond at a time and never end. */
function startStreams(loop: FakeLoop, turns: Turns, counts: Record<string, number>): Record<string, number> {
  const worked: Record<string, number> = {};
  for (const [connector, count] of Object.entries(counts)) {
    worked[connector] = 0;
    for (let index = 0; index < count; index += 1) {
      const rest = turns.clock(connector);
      const go = async (): Promise<void> => {
        for (;;) {
          loop.work(1);
          worked[connector] = (worked[connector] ?? 0) + 1;
          await rest();
        }
      };
      void turns.next(connector).then(go);
    }
  }
  return worked;
}

test("a stream that has worked for 2 ms waits for its turn, and begins a new one after it", async () => {
  const loop = new FakeLoop();
  const clock = new Turns(loop).clock("a");
  expect(clock()).toBeUndefined();
  loop.work(1);
  expect(clock()).toBeUndefined();
  loop.work(1);
  const turn = clock();
  expect(turn).toBeInstanceOf(Promise);
  await loop.run(loop.now() + 1);
  await turn;
  expect(clock()).toBeUndefined();
});

test("streams work for 2 ms between two looks at the network, however many they are", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const gaps: number[] = [];
  let last = 0;
  const look = (): void => {
    gaps.push(loop.now() - last);
    last = loop.now();
    loop.nextTurn(look);
  };
  startStreams(loop, turns, { a: 50 });
  look();
  await loop.run(200);
  expect(gaps.length).toBeGreaterThan(90);
  expect(Math.max(...gaps.slice(50))).toBeLessThanOrEqual(2);
});

test("streams get four times the time that everything else takes, up to 20 ms in a row", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const worked = startStreams(loop, turns, { a: 20 });
  const refuseMany = (): void => {
    loop.work(4);
    loop.nextTurn(refuseMany);
  };
  refuseMany();
  await loop.run(1000);
  expect(worked["a"]).toBeGreaterThanOrEqual(750);
});

test("the streams of one connector do not hold up those of another", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const worked = startStreams(loop, turns, { busy: 40, calm: 1 });
  await loop.run(900);
  expect(worked["calm"]).toBeGreaterThanOrEqual(400);
  // For the first second it counts as a burst.
  expect(turns.waitMs("busy")).toBe(0);
  // After that second fewer and fewer may wait, so that some streams can begin while others end.
  await loop.run(1900);
  expect(turns.waitMs("busy")).toBe(0);
  await loop.run(2500);
  expect(turns.waitMs("busy")).toBeGreaterThan(100);
  expect(turns.waitMs("calm")).toBe(0);
});

test("short streams end one after the other, while a long one goes on", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const [long] = [startStreams(loop, turns, { a: 1 })];
  const ends: number[] = [];
  for (let index = 0; index < 10; index += 1) {
    const rest = turns.clock("a");
    void turns.next("a").then(async () => {
      for (let worked = 0; worked < 15; worked += 1) {
        loop.work(1);
        await rest();
      }
      ends.push(loop.now());
    });
  }
  await loop.run(400);
  expect(ends).toHaveLength(10);
  // Together they need 150 ms. With alternating turns the first would end when nearly all of that has passed.
  expect(ends[0]).toBeLessThan(80);
  expect(long["a"]).toBeGreaterThan(150);
});

test("connections are accepted before streams go on, but not for ever", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const worked = startStreams(loop, turns, { a: 1 });
  let connections = 0;
  const connect = (): void => {
    loop.work(0.1);
    connections += 1;
    turns.connectionArrived();
    if (connections < 500) loop.nextTurn(connect);
  };
  connect();
  await loop.run(40);
  expect([worked["a"], connections >= 350]).toEqual([0, true]);
  await loop.run(100);
  expect(worked["a"]).toBeGreaterThanOrEqual(40);
  connections = Number.NEGATIVE_INFINITY;
  connect();
  await loop.run(1100);
  expect(worked["a"]).toBeGreaterThanOrEqual(45);
});

test("values in boxes are written as what is in them", () => {
  expect(writeJson({ a: Object(1), b: Object("x"), c: [Object(true)], d: 1n })).toBe(
    '{"a":1,"b":"x","c":[true],"d":1}',
  );
});

test("requests that together take a little longer than a turn go on beginning in a row, long ones one at a time", async () => {
  const loop = new FakeLoop();
  let steps = 0;
  const turns = new Turns({
    now: loop.now,
    nextTurn: loop.nextTurn,
    afterWork: (then) => {
      steps += 1;
      loop.afterWork(then);
    },
  });
  const begin = async (count: number, eachMs: number): Promise<number> => {
    let waiting = count;
    steps = 0;
    turns.starts = {
      get ready() {
        return waiting > 0;
      },
      beginRound: () => undefined,
      startNext: () => {
        if (waiting === 0) return false;
        waiting -= 1;
        loop.work(eachMs);
        return true;
      },
    };
    turns.request();
    await loop.run(loop.now() + 10_000);
    expect(waiting).toBe(0);
    return steps;
  };
  expect(await begin(3200, 0.07)).toBeLessThan(140);
  expect(await begin(100, 10)).toBeGreaterThan(65);
});

test("it is free unless a round runs or a connection waits to be accepted", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  expect(turns.isFree).toBe(true);
  const during: boolean[] = [];
  void turns.next("a").then(() => during.push(turns.isFree));
  await loop.run(1);
  expect([during, turns.isFree]).toEqual([[false], true]);
  turns.connectionArrived();
  expect(turns.isFree).toBe(false);
  turns.request();
  // The first round only ends the hold if no other connection has arrived.
  loop.nextTurn(() => during.push(turns.isFree));
  await loop.run(2);
  expect([during.at(-1), turns.isFree]).toEqual([false, true]);
});

/** Starts streams that take a turn of 2 ms or of `turnMs` each time, until they are stopped. */
function startSteady(loop: FakeLoop, turns: Turns, count: number, turnMs = () => 2): () => void {
  let isStopped = false;
  const go = async (): Promise<void> => {
    while (!isStopped) {
      await turns.next("a");
      loop.work(turnMs());
    }
  };
  for (let index = 0; index < count; index += 1) void go();
  return () => {
    isStopped = true;
  };
}

test("the wait is the number of streams times a turn once a burst is over, whatever pauses there were", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const stop = startSteady(loop, turns, 40);
  await loop.run(900);
  expect(turns.waitMs("a")).toBe(0);
  await loop.run(5000);
  expect(turns.waitMs("a")).toBeGreaterThan(70);
  expect(turns.waitMs("a")).toBeLessThan(90);
  // Requests that will wait soon are counted, but not more of them than are waiting.
  expect(turns.waitMs("a", 20) / turns.waitMs("a")).toBeCloseTo(60 / 40, 1);
  expect(turns.waitMs("a", 1000)).toBe(2 * turns.waitMs("a"));
  expect(turns.waitMs("b", 1000)).toBe(0);
  stop();
  await loop.run(100_000);
  expect(turns.waitMs("a")).toBe(0);
  // A new crowd begins with a burst, and the pause was not a long turn.
  startSteady(loop, turns, 40);
  await loop.run(100_900);
  expect(turns.waitMs("a")).toBe(0);
  await loop.run(105_000);
  expect(turns.waitMs("a")).toBeGreaterThan(70);
  expect(turns.waitMs("a")).toBeLessThan(90);
});

test("a crowd that leaves for less than a second is the same crowd", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const stop = startSteady(loop, turns, 40);
  await loop.run(5000);
  stop();
  await loop.run(5600);
  startSteady(loop, turns, 40);
  await loop.run(5700);
  expect(turns.waitMs("a")).toBeGreaterThan(50);
});

test("the wait grows with the time that a turn takes", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  startSteady(loop, turns, 40, () => 5);
  await loop.run(5000);
  expect(turns.waitMs("a")).toBeGreaterThan(190);
  expect(turns.waitMs("a")).toBeLessThan(210);
});

test("a few streams are not a crowd, so those that come later begin with a burst", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  startSteady(loop, turns, 10);
  await loop.run(10_000);
  startSteady(loop, turns, 30);
  await loop.run(10_500);
  expect(turns.waitMs("a")).toBe(0);
  await loop.run(15_000);
  expect(turns.waitMs("a")).toBeGreaterThan(0);
});

test("a crowd stays one during a long turn, because the stream that works belongs to it", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  let turnMs = 2;
  startSteady(loop, turns, 32, () => turnMs);
  await loop.run(5000);
  expect(turns.waitMs("a")).toBeGreaterThan(0);
  turnMs = 1500;
  await loop.run(loop.now() + 1);
  turnMs = 2;
  await loop.run(loop.now() + 100);
  expect(turns.waitMs("a")).toBeGreaterThan(0);
});
