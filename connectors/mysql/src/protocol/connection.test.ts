import { Buffer } from "node:buffer";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { Connection } from "./connection.js";

it("`Connection` keeps no reference to the memory of a read", async () => {
  const target = { name: "db.example", port: 3306, addresses: ["127.0.0.1"] };
  const connection = new Connection({ socket: new PassThrough(), target });
  // A packet is its length in three bytes, its number, and its payload.
  const read = Buffer.from("\u0005\0\0\0first");
  connection.take(read);
  read.fill(0xff);
  const { bytes, start, end } = await connection.receive();
  expect(bytes.toString("utf8", start, end)).toBe("first");
});
