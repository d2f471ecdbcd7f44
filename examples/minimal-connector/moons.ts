import { defineConnector, id, list, number, text } from "@wellhead/sdk";

const moons = [
  { id: "moon", planet: "Earth", radius: 1737.4 },
  { id: "io", planet: "Jupiter", radius: 1821.6 },
  { id: "titan", planet: "Saturn", radius: 2574.7 },
];

export default defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Large moons of the planets",
  sources: (source) => ({
    moons: source({
      name: "Moons",
      filter: { planet: list({ choices: ["Earth", "Jupiter", "Saturn"], optional: true }) },
      fields: { id: id(), planet: text(), radius: number({ description: "In kilometres" }) },
      rows: ({ filter }) => moons.filter(({ planet }) => planet === (filter.planet ?? planet)),
    }),
  }),
});
