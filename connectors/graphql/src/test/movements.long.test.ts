import { configureEgress } from "@wellhead/runtime";
import { describeMovingLists, type MovingSource, readServed } from "@wellhead/test-support";
import { graphqlConnector } from "../graphql-connector.js";
import { type FleetOptions, shipOf, startFleet } from "./start-fleet.js";

configureEgress({ allow: "127.0.0.1/32:*" });

function movingConnection(
  cursors: NonNullable<FleetOptions["cursors"]>,
  columns: readonly string[] = ["id", "name"],
): MovingSource {
  return {
    count: 45,
    read: async (list) => {
      const fleet = await startFleet({
        maxFirst: 10,
        cursors,
        beforePage: (ships) => {
          const items = list.nextPage();
          // An API that continues after an id has the ships in its order.
          const listed = cursors === "id" ? items.toSorted((a, b) => a.id - b.id) : items;
          ships.splice(0, ships.length, ...listed.map(({ id, name }) => shipOf(id, name)));
        },
      });
      try {
        return await readServed(graphqlConnector({ url: fleet.url }), {
          source: "ships",
          account: { auth: "none" },
          filter: { $columns: columns },
          // The crew of a ship is three times its number.
          idOf: ({ id, crew }) => Number(id ?? Number(crew) / 3),
        });
      } finally {
        await fleet.upstream.close();
      }
    },
  };
}

describeMovingLists({
  "cursors of ids": movingConnection("id"),
  "cursors that count": movingConnection("count"),
  "cursors that count, without the column of the id": movingConnection("count", ["crew"]),
});
