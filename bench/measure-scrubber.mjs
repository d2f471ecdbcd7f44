import { randomBytes } from "node:crypto";

// The package does not export the module.
const { Scrubber } = await import(
  new URL("../packages/server/dist/observe/logs/scrubber.js", import.meta.url).href
);

/** Number and length of the secrets of a request, and whether its line quotes one of them. */
const requests = [
  ...[40, 1024, 2 * 1024, 4 * 1024, 8 * 1024, 16 * 1024].map((length) => ({
    count: 1,
    length,
    quoted: true,
  })),
  { count: 1, length: 16 * 1024, quoted: false },
  { count: 200, length: 16 * 1024, quoted: false },
  { count: 200, length: 16 * 1024, quoted: true },
  { count: 1, length: 900_000, quoted: false },
];

const rounds = 400;

// Measures the cost of removing the secrets of a request from one line, including their index, and prints the median of
// each kind of request as JSON.
const measured = requests.map((request) => {
  const times = Array.from({ length: rounds }, () => measure(request)).toSorted(
    (left, right) => left - right,
  );
  return { ...request, milliseconds: times[rounds / 2] };
});
process.stdout.write(JSON.stringify(measured));

/**
 * @param {{ count: number, length: number, quoted: boolean }} request Its secrets, and whether the line quotes one.
 * @returns {number} Milliseconds.
 */
function measure({ count, length, quoted }) {
  const secrets = Array.from({ length: count }, () =>
    randomBytes(length).toString("base64").slice(0, length),
  );
  const text = `Sign in to Ålesund 50%: the server refused "${(quoted ? secrets[0] : undefined) ?? "…"}". Try again.`;
  const start = performance.now();
  const scrubber = new Scrubber();
  for (const secret of secrets) scrubber.add(secret);
  const result = scrubber.scrub(text);
  const spent = performance.now() - start;
  if (quoted !== result.includes("[secret]")) throw new Error("A secret was not replaced");
  return spent;
}
