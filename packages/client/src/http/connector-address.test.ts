import { expect, test } from "vitest";
import { connectorAddress, isLoopback, joinAddress } from "./connector-address.js";

test.each([
  ["localhost:80/a/", "http://localhost/a"],
  ["127.0.0.1:8642", "http://127.0.0.1:8642/"],
  ["[::1]:8642/?q=1#f", "http://[::1]:8642/"],
  ["notlocalhost:8642", "https://notlocalhost:8642/"],
  ["127.0.0.1.example", "https://127.0.0.1.example/"],
  ["a.example/go?to=http://b.example/", "https://a.example/go"],
  ["a.example/http://b.example/", "https://a.example/http://b.example"],
  ["HTTP://a.example/", "http://a.example/"],
  ["127.0.0.1", "http://127.0.0.1/"],
  ["[::1]", "http://[::1]/"],
  ["[::2]", "https://[::2]/"],
  ["https://localhost", "https://localhost/"],
  ["http://a.example//b///", "http://a.example//b"],
])("connectorAddress() reads %s as %s", (text, address) => {
  expect(connectorAddress(text).href).toBe(address);
});

test.each(["ftp://a.example", "xhttp://a.example", "", "/", "javascript:alert(1)"])(
  "connectorAddress() refuses %j",
  (text) => {
    expect(() => connectorAddress(text)).toThrow(/Could not read the address/);
  },
);

test.each([
  ["http://a.example", "/validate", "http://a.example/validate"],
  ["http://a.example/base", "/validate", "http://a.example/base/validate"],
  ["http://a.example/base//", "/", "http://a.example/base/"],
])("joinAddress() of %s and %s is %s", (base, path, address) => {
  expect(joinAddress(new URL(base), path).href).toBe(address);
});

test.each([
  ["http://localhost:1/a", true],
  ["http://127.1.2.3/", true],
  ["http://[::1]/", true],
  ["http://localhost.example/", false],
  ["http://a.localhost/", false],
  ["http://128.0.0.1/", false],
  ["http://[::2]/", false],
])("isLoopback() of %s is %s", (address, expected) => {
  expect(isLoopback(new URL(address))).toBe(expected);
});
