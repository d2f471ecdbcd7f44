// Tries every hostile target against the guard and counts, from outside, which connections arrive. The tests run it
// as a program. With "anyip" it runs in a network namespace in which every address leads to the canary, so that no
// connection goes unnoticed. Without it only loopback is watched, and good targets are checked without connecting.
// With "unguarded" everything is allowed, to show that the canary sees what gets through. With "part" there are fewer
// repetitions, and each carrier gets fewer hosts. With "few" there are fewer still, and only a part of the hosts is
// requested by a client as well as dialled.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, isIPv4 } from "node:net";
import { isConnectorError } from "@wellhead/sdk";
import { Agent, request } from "undici";
import { egressRefusal } from "../egress/address-policy.js";
import { Egress } from "../egress/egress.js";
import { guardedConnector } from "../egress/guarded-connector.js";
import { ProviderFailure } from "../oauth/call-provider.js";
import { openEgressCarriers } from "./egress-carriers.js";
import { edgeAddresses, embeddingsOf, goodHosts, hostileHosts } from "./egress-targets.js";

const anyip = process.argv.includes("anyip");
const isFew = process.argv.includes("few");
const isPart = isFew || process.argv.includes("part");
const allow = process.argv.includes("unguarded") ? "0.0.0.0/0:*,[::/0]:*" : "";
if (anyip) {
  const commands = ["link set lo up", "route add local 0.0.0.0/0 dev lo", "-6 route add local ::/0 dev lo"];
  for (const command of commands) execFileSync("ip", command.split(" "));
}

const counts = {
  tried: 0,
  refused: 0,
  unreadable: 0,
  others: 0,
  connected: 0,
  dials: 0,
  carried: 0,
  good: 0,
  falseRefusals: 0,
};
const canary = createServer((socket) => {
  counts.dials += 1;
  socket.on("error", () => undefined);
  socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
}).listen(0, "::");
await once(canary, "listening");
const place = canary.address();
const port = typeof place === "object" && place !== null ? place.port : 0;

await tryHosts();
await tryAnswers();
await tryCarriers();
const { dials } = counts;
await tryGood();
await tryGoodCarriers();
process.stdout.write(JSON.stringify({ ...counts, dials, anyip }));
canary.close();

async function tryHostile(attempt: () => Promise<unknown>): Promise<void> {
  counts.tried += 1;
  try {
    await attempt();
    counts.connected += 1;
  } catch (error) {
    if (error instanceof Error && error.message === egressRefusal) counts.refused += 1;
    else if (isOwnRefusal(error)) counts.refused += 1;
    else if (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL") {
      counts.unreadable += 1;
    } else counts.others += 1;
  }
}

async function dialOnce(egress: Egress, host: string): Promise<void> {
  const socket = await egress.dial({ host, port });
  socket.destroy();
}

async function tryHosts(): Promise<void> {
  const guard = new Egress({ allow, resolve: resolveLocally });
  const agent = new Agent({ connect: guardedConnector(guard) });
  for (const [index, host] of hostileHosts().entries()) {
    await tryHostile(() => dialOnce(guard, host));
    if (isFew && index % 7 !== 0) continue;
    await tryHostile(async () => {
      const authority = host.includes(":") && !host.includes("[") ? `[${host}]` : host;
      const { body } = await request(new URL(`http://${authority}:${port}/`), { dispatcher: agent });
      await body.dump();
    });
  }
  await agent.destroy();
}

function resolveLocally(name: string): Promise<readonly string[]> {
  return Promise.resolve([name.includes("localhost") ? "127.0.0.1" : name]);
}

async function tryAnswers(): Promise<void> {
  const { denied } = edgeAddresses();
  const embedded = denied.filter((address) => isIPv4(address)).flatMap((address) => embeddingsOf(address));
  for (const answer of [...denied, ...embedded]) {
    for (const answers of [[answer], ["1.1.1.1", answer], ["2606:4700::1111", "1.1.1.1", answer]]) {
      const guard = new Egress({ allow, resolve: () => Promise.resolve(answers) });
      await tryHostile(() => dialOnce(guard, "name.example"));
    }
  }
  for (let flip = 0; flip < repetitions({ few: 50, part: 500, all: 10_000 }); flip += 1) {
    const resolve = () => Promise.resolve([flip % 2 === 0 ? "127.0.0.1" : "::ffff:10.0.0.1"]);
    await tryHostile(() => dialOnce(new Egress({ allow, resolve }), "flip.example"));
  }
}

function repetitions({ few, part, all }: Readonly<Record<"few" | "part" | "all", number>>): number {
  if (isFew) return few;
  return isPart ? part : all;
}

/** Redirects and next pages are refused with messages of their own, before the address is checked. */
function isOwnRefusal(error: unknown): boolean {
  const cause: unknown = error instanceof ProviderFailure ? error.cause : error;
  if (cause instanceof Error && cause.message === egressRefusal) return true;
  return isConnectorError(error) && /got a redirect|the next page is not|is not HTTP/.test(error.message);
}

/** Tries every hostile host with every carrier, and names whose resolved addresses alternate. */
async function tryCarriers(): Promise<void> {
  let flips = 0;
  const flip = () => Promise.resolve([(flips += 1) % 2 === 0 ? "127.0.0.1" : "::ffff:10.0.0.1"]);
  const resolve = (name: string) => (name === "flip.example" ? flip() : resolveLocally(name));
  const opened = await openEgressCarriers((more) => new Egress({ resolve, allow: join(more.allow) }));
  const hosts = carriedHosts();
  for (const carrier of opened.carriers) {
    for (const host of hosts) {
      counts.carried += 1;
      const authority = host.includes(":") && !host.includes("[") ? `[${host}]` : host;
      await tryHostile(() => carrier.carry(`http://${authority}:${port}/`));
    }
  }
  await opened.close();
}

/** Returns a part of the hosts of each kind, and names that alternate; enough where each check costs a request. */
function carriedHosts(): readonly string[] {
  const hosts = hostileHosts();
  const part = isPart
    ? hosts.filter((_host, index) => index % (isFew ? 41 : 11) === 0)
    : hosts.filter((_host, index) => index % 4 !== 0).slice(0, 5000);
  return [...part, ...Array.from({ length: isFew ? 20 : 100 }, () => "flip.example")];
}

function join(more: string | undefined): string {
  return [allow, more].filter(Boolean).join(",");
}

/** Tries good targets with the carriers that may leave the origin; connects only where every address is ours. */
async function tryGoodCarriers(): Promise<void> {
  if (!anyip) return;
  const opened = await openEgressCarriers(
    ({ allow: home = "" }) => new Egress({ allow: home, ownAddresses: () => [] }),
  );
  for (const carrier of opened.carriers.filter(({ leaves }) => leaves)) {
    // A header holds ASCII only.
    for (const host of goodHosts().filter((one) => /^[\x21-\x7e]+$/.test(one))) {
      counts.good += 1;
      const authority = host.includes(":") && !host.includes("[") ? `[${host}]` : host;
      await carrier.carry(`http://${authority}:${port}/`).catch(() => (counts.falseRefusals += 1));
    }
  }
  await opened.close();
}

async function tryGood(): Promise<void> {
  const open = new Egress({ allow, ownAddresses: () => [], resolve: (name) => Promise.resolve([name]) });
  for (const host of goodHosts()) {
    counts.good += 1;
    try {
      await (anyip ? dialOnce(open, host) : open.pin({ host, port }));
    } catch {
      counts.falseRefusals += 1;
    }
  }
}
