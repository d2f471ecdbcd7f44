import { upstreamInvalid } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { toConnectorError } from "../errors/to-connector-error.js";
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

test("numbers that are secrets are no numbers in a line", () => {
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
