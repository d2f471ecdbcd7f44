import { afterEach, beforeEach, expect, test } from "vitest";
import { tuneAllocator } from "./tune-allocator.js";

const name = "DUCKDB_JE_MALLOC_CONF";
const before = process.env[name];

function restore(): void {
  if (before === undefined) delete process.env[name];
  else process.env[name] = before;
}

beforeEach(() => delete process.env[name]);
afterEach(restore);

test("`tuneAllocator()` has unused memory given back soon", () => {
  tuneAllocator();
  expect(process.env[name]).toMatch(/^narenas:[1-9]\d*,dirty_decay_ms:300,muzzy_decay_ms:0$/);
});

test("`tuneAllocator()` leaves alone what the operator has set", () => {
  process.env[name] = "narenas:7";
  tuneAllocator();
  expect(process.env[name]).toBe("narenas:7");
});
