import { singleFigure } from "./measure/figure.mjs";
import { startService } from "./measure/start-service.mjs";
import { jainIndex } from "./tenants/fairness.mjs";
import { drawTenants, saturate, sendLoad } from "./tenants/tenant-load.mjs";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const tenantCount = 1000;

/** How much more the largest tenant asks for in the flood. */
const factor = 100;

/** Maximum number of streams of one tenant. */
const maxStreams = 4;

/** What the tenants usually ask for, as a share of what the service can answer. */
const usualShare = 0.5;

/** The share of the largest of 1,000 tenants is 1/7.5 of all, so that its hundredfold is this multiple of all. */
const floodMultiple = factor / 7.485;

const service = new URL("./tenants/service.mjs", import.meta.url);

/**
 * Simulates 1,000 tenants of one platform with skewed demand, and then one of them that asks for a hundred times as much,
 * with a maximum per account and without.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const limited = await simulate(maxStreams);
  const unlimited = await simulate(0);
  const rows = [
    singleFigure("Capacity, maximum per account", { value: limited.capacity, unit: "answers/s" }),
    singleFigure("The same without a maximum", { value: unlimited.capacity, unit: "answers/s" }),
    singleFigure("Others refused without the flood, maximum per account", {
      value: shown(limited.usual.refusedShare),
      unit: "%",
    }),
    singleFigure(`Others refused while one asks for ${factor} ×, maximum per account`, {
      value: shown(limited.flood.refusedShare),
      unit: "%",
      atMost: shown(limited.usual.refusedShare) + 1,
    }),
    singleFigure("The same without a maximum", { value: shown(unlimited.flood.refusedShare), unit: "%" }),
    singleFigure(`Fairness (Jain) while one asks for ${factor} ×, maximum per account`, {
      value: limited.flood.fairness,
      unit: "",
      atLeast: 0.95,
    }),
    singleFigure("The same without a maximum", { value: unlimited.flood.fairness, unit: "" }),
    singleFigure("Answers per second in the flood, maximum per account", {
      value: limited.flood.perSecond,
      unit: "answers/s",
    }),
    singleFigure("The same without a maximum", { value: unlimited.flood.perSecond, unit: "answers/s" }),
    singleFigure("Requests that failed otherwise", {
      value: [limited, unlimited].reduce(
        (failed, { usual, flood }) => failed + usual.failed + flood.failed,
        0,
      ),
      unit: "requests",
      atMost: 0,
    }),
  ];
  return {
    title: `${tenantCount} tenants, Zipf, ${100 * usualShare} % of the capacity and ${factor} × of the largest`,
    rows,
  };
}

async function simulate(maximum) {
  const { url, stop } = await startService(service, [String(maximum)]);
  const draw = drawTenants(tenantCount);
  try {
    await saturate(url, { seconds: 3, draw });
    const capacity = await saturate(url, { seconds, draw });
    const usualRate = usualShare * capacity;
    const floodRate = floodMultiple * usualRate;
    const usual = await sendLoad(url, { rate: usualRate, seconds, draw });
    let turn = 0;
    const flooding = () => {
      // Requests of all tenants are spread evenly among those of the flood.
      turn += usualRate / (usualRate + floodRate);
      if (turn < 1) return 0;
      turn -= 1;
      return draw();
    };
    const flood = await sendLoad(url, { rate: usualRate + floodRate, seconds, draw: flooding });
    return { capacity: Math.round(capacity), usual: judge(usual), flood: judge(flood) };
  } finally {
    stop();
  }
}

function judge(tenants) {
  const all = [...tenants.values()];
  const others = all.filter(({ index }) => index > 0);
  return {
    refusedShare: sum("refused", others) / sum("asked", others),
    fairness: Number(jainIndex(all).toFixed(3)),
    perSecond: Math.round(sum("served", all) / seconds),
    failed: sum("failed", all),
  };
}

function sum(name, tenants) {
  return tenants.reduce((total, tenant) => total + tenant[name], 0);
}

function shown(share) {
  return Number((100 * share).toFixed(2));
}
