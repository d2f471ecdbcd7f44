import { expect, it } from "vitest";
import { readServer } from "./read-server.js";

it("`readServer()` takes HTTPS when no scheme is named", () => {
  expect(readServer(" trino.example.org:8443 ", true).href).toBe("https://trino.example.org:8443/");
  expect(readServer("http://trino.example.org", false).protocol).toBe("http:");
  expect(readServer("http://[::1]:8080", true).port).toBe("8080");
});

it.each(["", "ftp://a", "https://ada:pass@a", "https://a?b=1", "https://a#b", "http://a"])(
  "`readServer()` refuses %j with a secret, and does not repeat it",
  (text) => {
    expect(() => readServer(text, true)).toThrow(/^Could not read the account: (?!.*pass@)/);
  },
);
