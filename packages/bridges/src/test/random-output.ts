import { Buffer } from "node:buffer";

/** The output of a program, and how it ends. */
export interface RandomOutput {
  readonly protocol: "airbyte" | "singer";
  readonly output: Buffer;
  /** An exit code, or the name of a signal. */
  readonly ending: string;
}

type Random = () => number;

/** Returns numbers from 0 to 1 by a seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes the output of a program of a protocol: messages, other lines, and in about half of the cases damage.
 *
 * @param seed - The same seed makes the same output
 * @returns The output
 */
export function randomOutput(seed: number): RandomOutput {
  const random = randomOf(seed);
  const protocol = random() < 0.5 ? "airbyte" : "singer";
  const maker = new OutputMaker(random, protocol);
  const lines = maker.lines();
  const output = Buffer.from(lines.join("\n") + (random() < 0.8 ? "\n" : ""));
  const damaged = random() < 0.5 ? maker.damage(output) : output;
  const endings = ["0", "0", "0", "0", "0", "1", "2", "KILL", "TERM"];
  return { protocol, output: damaged, ending: pick(random, endings) };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new TypeError("expected items to pick from");
  return item;
}

const numbers = [
  "0",
  "-0",
  "1.50",
  "1e20",
  "9007199254740993",
  "-9223372036854775808",
  "0.1234567890123456789",
];
const texts = [
  '""',
  '"a\\"b"',
  '"\\u00e9"',
  '"é☃😀"',
  '"\\ud83d\\ude00"',
  '"line\\nbreak"',
  '"\\\\"',
  '"{\\"type\\": 1}"',
];
const others = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  '[1, [2, {"a": null}]]',
  '{"a":{"b":"}"}}',
  "NaN",
  "-Infinity",
];
const banners = [
  "Starting …",
  "",
  "   ",
  "[1, 2]",
  "42",
  "INFO done in 1.5 s",
  '{"level": "info", "msg": "x"}',
  "\tnull",
];
const statuses = ["STARTED", "RUNNING", "COMPLETE", "COMPLETE", "INCOMPLETE"];

class OutputMaker {
  readonly #random: Random;
  readonly #protocol: RandomOutput["protocol"];

  constructor(random: Random, protocol: RandomOutput["protocol"]) {
    this.#random = random;
    this.#protocol = protocol;
  }

  lines(): readonly string[] {
    const count = Math.floor(this.#random() * 40);
    const lines = Array.from({ length: count }, () => this.#line());
    if (this.#protocol === "singer" && this.#random() < 0.9)
      lines.unshift(this.#schema("s"), this.#schema("t"));
    if (this.#protocol === "airbyte" && this.#random() < 0.4) {
      lines.unshift(this.#status("STARTED"));
      lines.push(this.#status(pick(this.#random, statuses)));
    }
    return lines;
  }

  damage(output: Buffer): Buffer {
    const at = Math.floor(this.#random() * output.length);
    const [before, after] = [output.subarray(0, at), output.subarray(at)];
    const kinds: readonly (() => Buffer)[] = [
      () => before,
      () => Buffer.concat([before, after.subarray(1)]),
      () => Buffer.concat([before, Buffer.from([0xff, 0xfe]), after]),
      () => Buffer.concat([before, Buffer.from("Loading "), after]),
      () => Buffer.concat([before, Buffer.from("\n"), after]),
      () => Buffer.concat([before, Buffer.from(`${this.#record("s")}\n`), after]),
      () => Buffer.concat([before, after.subarray(Math.floor(this.#random() * 60))]),
      () =>
        Buffer.from(
          output.map((byte, index) => (index === at ? byte ^ (1 << Math.floor(this.#random() * 8)) : byte)),
        ),
      () => Buffer.from(output.toString().replace("\n", "")),
    ];
    return pick(this.#random, kinds)();
  }

  #line(): string {
    const random = this.#random;
    const kind = random();
    if (kind < 0.6) return this.#record("s");
    if (kind < 0.7) return this.#record("t");
    if (kind < 0.8) return pick(random, banners);
    if (kind < 0.84) return this.#status(pick(random, statuses.slice(0, 3)));
    if (kind < 0.845) return this.#error();
    if (kind < 0.85) return `Loading ${this.#record("s")}`;
    if (kind < 0.9) return this.#schema(pick(random, ["s", "t"]));
    return this.#state();
  }

  /** Writes members in any order, with and without spaces. */
  #object(members: readonly string[]): string {
    const random = this.#random;
    const sorted = members.map((member) => [random(), member] as const).toSorted(([a], [b]) => a - b);
    const separator = random() < 0.5 ? ", " : ",";
    return `{${sorted.map(([, member]) => member).join(separator)}}`;
  }

  #record(stream: string): string {
    const random = this.#random;
    const names = ["id", "name", "a b", "é", "type", "data"].filter(() => random() < 0.5);
    const members = names.map((name) => `${JSON.stringify(name)}: ${this.#value()}`);
    if (random() < 0.005) members.splice(0, 9, '"__streamError": 1');
    const data = this.#object(members);
    const name = random() < 0.1 ? `"\\u00${stream.charCodeAt(0).toString(16)}"` : JSON.stringify(stream);
    if (this.#protocol === "singer") {
      const version = random() < 0.99 ? "1" : "2";
      const parts = ['"type": "RECORD"', `"stream": ${name}`, `"record": ${data}`, '"time_extracted": "x"'];
      return this.#object(random() < 0.5 ? parts : [...parts, `"version": ${version}`]);
    }
    const isOther = random() < 0.002;
    const namespace = isOther
      ? '"namespace": "other"'
      : pick(random, ["", "", "", '"namespace": null', '"namespace": ""']);
    const parts = [`"stream": ${name}`, `"data": ${data}`, '"emitted_at": 1', namespace].filter(Boolean);
    return this.#object(['"type": "RECORD"', `"record": ${this.#object(parts)}`]);
  }

  #value(): string {
    const kind = this.#random();
    if (kind < 0.4) return pick(this.#random, numbers);
    return kind < 0.8 ? pick(this.#random, texts) : pick(this.#random, others);
  }

  #schema(stream: string): string {
    const parts = [
      '"type": "SCHEMA"',
      `"stream": "${stream}"`,
      '"schema": {"properties": {"id": {}}}',
      '"key_properties": []',
    ];
    return this.#object(parts);
  }

  #status(status: string): string {
    const about = `{"stream_descriptor": {"name": "s"}, "status": "${status}"}`;
    const trace = `"trace": {"type": "STREAM_STATUS", "emitted_at": 1, "stream_status": ${about}}`;
    return this.#object(['"type": "TRACE"', trace]);
  }

  #error(): string {
    const error = '{"message": "The quota is used up.", "failure_type": "transient_error"}';
    return this.#object([
      '"type": "TRACE"',
      `"trace": {"type": "ERROR", "emitted_at": 1, "error": ${error}}`,
    ]);
  }

  #state(): string {
    if (this.#protocol === "singer" && this.#random() < 0.2)
      return '{"type": "ACTIVATE_VERSION", "stream": "s", "version": 1}';
    if (this.#protocol === "singer") return '{"type": "STATE", "value": {"n": 9007199254740993}}';
    return '{"type": "STATE", "state": {"type": "STREAM", "stream": {"stream_descriptor": {"name": "s"}, "stream_state": {"n": 1}}}}';
  }
}
