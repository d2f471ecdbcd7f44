import { afterEach, beforeEach, expect, test } from "vitest";
import { allocatorSetting } from "./allocator-setting.js";

const name = "DUCKDB_JE_MALLOC_CONF";
const before = process.env[name];

function restore(): void {
  if (before === undefined) delete process.env[name];
  else process.env[name] = before;
}

beforeEach(() => delete process.env[name]);
afterEach(restore);

test("`allocatorSetting()` has unused memory freed, but not within a stream, and leaves the environment alone", () => {
  expect(allocatorSetting()[name]).toMatch(/^narenas:[1-9]\d*,dirty_decay_ms:3000,muzzy_decay_ms:0$/);
  expect(process.env[name]).toBeUndefined();
});

test("`allocatorSetting()` keeps what the operator has set", () => {
  process.env[name] = "narenas:7";
  expect(allocatorSetting()).toEqual({ [name]: "narenas:7" });
});
