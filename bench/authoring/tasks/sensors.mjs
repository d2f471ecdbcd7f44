import { integer, limitRequests, Refusal, readArguments, requireHeader, route } from "../stand-in.mjs";

// Offsets that count items which are left out, keys beyond 2^53, milliseconds since 1970, and decimals as texts. A page of readings
// ends in the middle of a list where the network of the sensors was down.

const token = "Sensor-Key-88";
const firstId = 9_007_199_254_740_993n;
const sensorCount = 9;

function sensorAt(index) {
  return {
    serial: `S-${index}`,
    place: index % 3 === 0 ? "roof / north" : `room ${index}`,
    unit: index % 2 === 0 ? "°C" : "%",
  };
}

function readingAt(index) {
  return {
    id: firstId + BigInt(index),
    sensor: `S-${index % sensorCount}`,
    at: Date.UTC(2026, 1, 1) + index * 450_000 + (index % 4),
    value: index % 14 === 3 ? null : `${(index % 50) - 10}.${String((index * 37) % 100).padStart(2, "0")}`,
  };
}

/** A calibration has a place in the list, and is never shown. */
function isHidden(index) {
  return index % 7 === 2 || (index >= 60 && index < 83);
}

function textOf({ id, sensor, at, value }) {
  return `{"id":${id},"sensor":${JSON.stringify(sensor)},"at":${at},"value":${JSON.stringify(value)}}`;
}

function create() {
  const readings = Array.from({ length: 230 }, (_, index) => readingAt(index));
  const limit = limitRequests(12, 10);

  function listReadings(request) {
    const given = readArguments(request, {
      offset: integer(0, 100_000),
      limit: integer(1, 20),
      from: integer(0, 4e12),
      to: integer(0, 4e12),
    });
    if (given.limit === undefined) throw new Refusal(400, 'The argument "limit" is missing.');
    const found = readings
      .map((reading, index) => ({ ...reading, isHidden: isHidden(index) }))
      .filter(({ at }) => at >= (given.from ?? 0) && at <= (given.to ?? Number.POSITIVE_INFINITY));
    const start = given.offset ?? 0;
    const page = found.slice(start, start + given.limit).filter((reading) => !reading.isHidden);
    return {
      body: `{"readings":[${page.map(textOf).join(",")}],"end":${start + given.limit >= found.length}}`,
    };
  }

  return {
    answer(request) {
      requireHeader(request, "authorization", `Key ${token}`);
      limit(request.now);
      return route(request, {
        "GET /v1/site": () => ({ body: { site: { title: "Greenhouse" } } }),
        "GET /v1/sensors": () => ({
          body: Array.from({ length: sensorCount }, (_, index) => sensorAt(index)),
        }),
        "GET /v1/readings": listReadings,
      });
    },
    rows: {
      sensors: () => Array.from({ length: sensorCount }, (_, index) => sensorAt(index)),
      readings: () =>
        readings
          .filter((_, index) => !isHidden(index))
          .map(({ id, sensor, at, value }) => ({
            id: String(id),
            sensor,
            at: new Date(at).toISOString(),
            value: value === null ? null : Number(value),
          })),
    },
  };
}

export const sensors = {
  name: "sensors",
  port: 47005,
  document: "sensors.md",
  accounts: { key: ["token"] },
  account: { auth: "key", token },
  wrong: { auth: "key", token: "Sensor-Key-00" },
  sources: {
    sensors: {
      columns: { serial: "id: the key", place: "text", unit: "text" },
      maxRequests: 1,
    },
    readings: {
      columns: {
        id: "id: the key, with all digits",
        sensor: "text: serial of the sensor",
        at: "date",
        value: "number",
      },
      filters: { at: "dateRange: when it was read" },
      maxRequests: 30,
    },
  },
  questions: [
    {
      source: "readings",
      filter: { at: { _min: "2026-02-01T04:00:00.000Z", _max: "2026-02-01T15:07:30.001Z" } },
      keeps: ({ at }) => at >= "2026-02-01T04:00:00.000Z" && at <= "2026-02-01T15:07:30.001Z",
    },
  ],
  create,
};
