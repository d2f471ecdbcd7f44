import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Seed of the numbers below, so that every run draws the same tenants. */
const seed = 20_261_125;

/**
 * Draws tenants whose demand is skewed as Zipf's law says: that of the n-th is proportional to 1/n.
 *
 * @param {number} count Number of tenants.
 * @returns {() => number} Returns the index of the next tenant.
 */
export function drawTenants(count) {
  const sums = [];
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) sums.push((sum += 1 / rank));
  let state = seed;
  return () => {
    // A linear congruential generator of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const drawn = (state / 2 ** 32) * sum;
    return sums.findIndex((edge) => edge > drawn);
  };
}

/**
 * Sends requests of tenants at a steady rate, whatever becomes of them.
 *
 * @param {string} url The service.
 * @param {{ rate: number, seconds: number, draw: () => number }} options Requests per second, and who sends them.
 * @returns {Promise<Map<number, { asked: number, served: number, refused: number }>>} What each tenant asked for and got.
 */
export async function sendLoad(url, { rate, seconds, draw }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const tenants = new Map();
  const start = performance.now();
  const open = [];
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - start) / 1000) * rate);
    for (; sent < due; sent += 1) open.push(ask(url, agent, counts(tenants, draw())));
    await delay(2);
  }
  await Promise.all(open);
  agent.destroy();
  return tenants;
}

/**
 * Sends requests of tenants as fast as the service answers them, 16 at the same time.
 *
 * @param {string} url The service.
 * @param {{ seconds: number, draw: () => number }} options For how long, and who sends them.
 * @returns {Promise<number>} Complete answers per second.
 */
export async function saturate(url, { seconds, draw }) {
  const agent = new Agent({ keepAlive: true });
  const tenants = new Map();
  const end = performance.now() + seconds * 1000;
  const send = async () => {
    while (performance.now() < end) await ask(url, agent, counts(tenants, draw()));
  };
  await Promise.all(Array.from({ length: 16 }, send));
  agent.destroy();
  return [...tenants.values()].reduce((sum, { served }) => sum + served, 0) / seconds;
}

function counts(tenants, index) {
  const known = tenants.get(index) ?? { index, asked: 0, served: 0, refused: 0, failed: 0 };
  tenants.set(index, known);
  return known;
}

function ask(url, agent, tenant) {
  tenant.asked += 1;
  const body = JSON.stringify({
    source: "orders",
    account: { auth: "token", token: `token of the tenant with the number ${tenant.index}` },
  });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.once("close", () => {
        if (response.statusCode === 200 && response.complete) tenant.served += 1;
        else if ([429, 503].includes(response.statusCode)) tenant.refused += 1;
        else tenant.failed += 1;
        resolve();
      });
    });
    asked.once("error", () => {
      tenant.failed += 1;
      resolve();
    });
    asked.end(body);
  });
}
