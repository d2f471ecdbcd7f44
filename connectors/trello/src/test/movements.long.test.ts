import { configureEgress } from "@wellhead/runtime";
import { skipWaits, startUpstream } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { trelloConnector } from "../trello-connector.js";

configureEgress({ allow: "127.0.0.1/32:*" });
skipWaits();

const board = "5f0000000000000000000000";

/** Reads cards from a server that lists the newest cards before an id, at most `limit`, as Trello documents it. */
async function read(list: MovingItems) {
  const upstream = await startUpstream(({ url }) => {
    if (!url.pathname.endsWith("/cards")) return { body: [] };
    const before = url.searchParams.get("before") ?? "f";
    const cards = list
      .nextPage()
      .map((item) => cardOf(item))
      .filter(({ id }) => id < before)
      .toSorted((one, other) => (one.id < other.id ? 1 : -1));
    return { body: cards.slice(0, Number(url.searchParams.get("limit"))) };
  });
  try {
    const connector = trelloConnector({ baseUrl: `${upstream.url}/1`, signIn: false });
    const account = { auth: "token", key: "key", token: "token" };
    const idOf = ({ number }: Readonly<Record<string, unknown>>) => Number(number);
    return await readServed(connector, { source: "cards", account, filter: { board }, idOf });
  } finally {
    await upstream.close();
  }
}

/** The first eight digits of an id are the time of its creation. */
function cardOf({ id, name, created }: MovingItem) {
  const key = `${(created / 1000).toString(16)}${id.toString(16).padStart(16, "0")}`;
  return { id: key, idShort: id, name, closed: false, labels: [], idMembers: [] };
}

describeMovingLists({ cards: { count: 2100, read } });
