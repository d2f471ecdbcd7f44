import { type LogDetails, upstreamInvalid } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { toConnectorError } from "../../wire/thrown.js";
import { RequestLog } from "./request-log.js";

/** Values that careless and hostile authors throw. */
const thrown: Readonly<Record<string, () => unknown>> = {
  "a proxy whose traps throw": () =>
    new Proxy(new Error("x"), {
      get: fail,
      has: fail,
      getPrototypeOf: fail,
      ownKeys: fail,
      getOwnPropertyDescriptor: fail,
    }),
  "an error whose message throws": () => Object.defineProperty(new Error("x"), "message", { get: fail }),
  "an error whose stack throws": () => Object.defineProperty(new Error("x"), "stack", { get: fail }),
  "an error whose cause throws": () => Object.defineProperty(new Error("x"), "cause", { get: fail }),
  "an error whose stack is no text": () => Object.assign(new Error("x"), { stack: { toString: fail } }),
  "an error of ours whose code throws": () =>
    Object.defineProperty(upstreamInvalid("x"), "code", { get: fail }),
  "an error of ours whose code changes": () => {
    let reads = 0;
    return Object.defineProperty(upstreamInvalid("x"), "code", {
      get: () => ((reads += 1) > 1 ? "no such code" : "upstream_invalid"),
    });
  },
  "a frozen error": () => Object.freeze(new Error("x")),
  "an error that is its own cause": () => {
    const error = new Error("x");
    return Object.assign(error, { cause: error });
  },
  undefined: () => undefined,
  "a symbol": () => Symbol("x"),
  "an object without prototype": () => Object.setPrototypeOf({ x: 1 }, null) as object,
  "an object whose inspection throws": () => ({ [Symbol.for("nodejs.util.inspect.custom")]: fail }),
  "a text of a megabyte": () => new Error("x".repeat(2 ** 20)),
};

function fail(): never {
  throw new Error("trap");
}

test.each(Object.entries(thrown))(
  "%s is logged as one line, and answered with a known code",
  (_name, make) => {
    const lines: string[] = [];
    const take = (record: object, message: string) => lines.push(JSON.stringify({ ...record, message }));
    const log = new RequestLog({
      log: { info: take, warn: take, error: take },
      ids: { id: "r", given: false },
    });
    log.keepSecret("0123456789");
    log.failed("Send rows", make(), "warn");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(5000);
    const { code, status, message } = toConnectorError(make());
    expect([500, 502]).toContain(status);
    expect(["internal", "upstream_invalid"]).toContain(code);
    expect(typeof message).toBe("string");
  },
);

test("a line that cannot be written, and a log that throws, do not reach the author", () => {
  const lines: string[] = [];
  const take = (record: object, message: string) => lines.push(JSON.stringify({ ...record, message }));
  const ids = { id: "r", given: false };
  const log = new RequestLog({ log: { info: take, warn: take, error: take }, ids });
  const details = new Proxy({}, { ownKeys: fail });
  log.info("hello", details);
  log.keepSecret("sk-1234");
  // An author who writes JavaScript may pass any value.
  Reflect.apply(log.warn.bind(log), log, [{ toString: fail }, null]);
  Reflect.apply(log.info.bind(log), log, ["sk-1234", { n: 1n, s: Symbol("x"), o: { toString: fail } }]);
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).not.toContain("sk-1234");
  const broken = new RequestLog({ log: { info: fail, warn: fail, error: fail }, ids });
  expect(() => broken.info("x")).not.toThrow();
  expect(() => broken.failed("x", new Error("x"), "error")).not.toThrow();
  expect(() => broken.answered({ method: "GET", endpoint: "data", status: 200, ms: 1 })).not.toThrow();
});

test("numbers that are secrets are replaced in a line", () => {
  const lines: string[] = [];
  const take = (record: object) => lines.push(JSON.stringify(record));
  const log = new RequestLog({
    log: { info: take, warn: take, error: take },
    ids: { id: "r", given: false },
  });
  log.keepSecret("0042.50");
  log.keepSecret("987654");
  log.info("x", { price: 42.5, digits: 987654, other: 7, yes: true });
  expect(lines).toEqual([
    '{"requestId":"r","details":{"price":"[secret]","digits":"[secret]","other":7,"yes":true}}',
  ]);
});

/** Returns a log of one request and the records it writes. */
function recordedLog(ids = { id: "r", given: false }) {
  const records: { level: string; record: Record<string, unknown>; message: string }[] = [];
  const to = (level: string) => (record: object, message: string) =>
    records.push({ level, record: { ...record }, message });
  const options = { log: { info: to("info"), warn: to("warn"), error: to("error") }, ids, connector: "c" };
  return { log: new RequestLog(options), records };
}

function causeOf(value: unknown): string {
  const { log, records } = recordedLog();
  log.failed("Send rows", value, "error");
  return String(records[0]?.record["cause"]);
}

test("the cause of a failure has names, codes, stacks and five causes, and no other member of an error", () => {
  // Stacks as short as these are kept whole, however many frames the caller of this test has.
  const innerStack = "TypeError: inner\n    at read (b.js:2:2)";
  const inner = Object.assign(new TypeError("inner"), {
    stack: innerStack,
    code: "ECONNRESET",
    request: { key: "sk-1" },
  });
  const stack = "Error: outer\n    at send (a.js:1:1)";
  const text = causeOf(Object.assign(new Error("outer", { cause: inner }), { stack, code: 7 }));
  expect(text).toMatch(/^Error: outer\n +at .*\ncaused by: TypeError: inner\n.* \[ECONNRESET\]$/s);
  expect(text).not.toMatch(/sk-1|\[7\]/);
  expect(causeOf(Object.assign(new Error("x"), { code: "y".repeat(500) }))).toMatch(/ \[y{80}\]$/);
  expect(causeOf("a text")).toBe("not an Error but 'a text'");
  expect(causeOf({ key: { deep: { deeper: 1 } } })).toBe("not an Error but { key: [Object] }");
  expect(causeOf(undefined)).toBe("undefined was thrown");
  expect(causeOf(null)).toBe("not an Error but null");
  expect(causeOf(thrown["a proxy whose traps throw"]?.())).toBe(
    "an error that cannot be described: reading it throws",
  );
  const chain = Array.from({ length: 9 }, (_unused, index) => index).reduceRight(
    (cause: unknown, index) => Object.assign(new Error("", { cause }), { stack: `no ${index}` }),
    undefined,
  );
  expect(causeOf(chain)).toBe("no 0\ncaused by: no 1\ncaused by: no 2\ncaused by: no 3\ncaused by: no 4");
});

test("a line has the ids of its request, its level, and details that are cleaned or named by their kind", () => {
  const { log, records } = recordedLog();
  expect(log.secrets()).toEqual([]);
  const details: object = { n: 1, gone: undefined, o: {}, f: () => 1, t: "a\u202eb", yes: true };
  // Authors who write JavaScript may pass any value.
  log.info("one", details as LogDetails);
  log.keepSecret("sk-1234");
  expect(log.secrets()).toEqual(["sk-1234"]);
  log.warn("two sk-1234", { "a sk-1234": "b sk-1234" });
  log.warn("three");
  log.failed("four", "why", "warn");
  const ids = { requestId: "r", connector: "c" };
  const cleaned = { n: 1, o: "[object]", f: "[function]", t: "a\\u202eb", yes: true };
  expect(records).toEqual([
    { level: "info", record: { ...ids, details: cleaned }, message: "one" },
    {
      level: "warn",
      record: { ...ids, details: { "a [secret]": "b [secret]" } },
      message: "two [secret]",
    },
    { level: "warn", record: { ...ids, details: {} }, message: "three" },
    { level: "warn", record: { ...ids, cause: "not an Error but 'why'" }, message: "four" },
  ]);
});

test("a text of a line has at most 4,000 characters", () => {
  const { log, records } = recordedLog();
  log.info("x".repeat(4000));
  log.info("x".repeat(4001));
  expect(records.map(({ message }) => message)).toEqual(["x".repeat(4000), `${"x".repeat(4000)}…`]);
});

test("the line of a response has every fact, and an id that the caller chose without its secret", () => {
  const { log, records } = recordedLog({ id: "id-sk-1234", given: true });
  log.keepSecret("sk-1234");
  log.source = "rows\u0000";
  const facts = { method: "POST", endpoint: "data", status: 200, ms: 3, bytes: 4, rows: 5, ending: "whole" };
  log.answered({ ...facts, code: "internal" });
  expect(log.requestId).toBe("id-[secret]");
  const record = {
    requestId: "id-[secret]",
    connector: "c",
    source: "rows\\u0000",
    ...facts,
    code: "internal",
  };
  expect(records).toEqual([{ level: "info", record, message: "answered" }]);
});
