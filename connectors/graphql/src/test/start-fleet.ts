import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { buildSchema, GraphQLError, graphql, parse, visit } from "graphql";

/** A ship of the fleet. */
export interface Ship {
  readonly id: string;
  readonly name: string;
  readonly crew: number;
  readonly state: "AT_SEA" | "IN_PORT";
  readonly launched: string;
}

/** Options of {@link startFleet}. */
export interface FleetOptions {
  readonly ships?: number;
  /** What a cursor is: the id of the ship, or the number of ships before it. */
  readonly cursors?: "id" | "count";
  /** Token that requests need. Default: none. */
  readonly token?: string;
  /** Maximum of `first` that the API allows. Default: 100. */
  readonly maxFirst?: number;
  /** Called before a page is returned; may change the ships. */
  readonly beforePage?: (ships: Ship[]) => void;
  /** Ship whose captain the account may not see. Default: all can be seen. */
  readonly secret?: string;
}

/** A GraphQL API with a fleet. */
export interface Fleet {
  readonly upstream: TestUpstream;
  /** Address of the API. */
  readonly url: string;
  readonly ships: Ship[];
}

const schema = buildSchema(`
  scalar DateTime
  enum State { AT_SEA IN_PORT }
  input ShipFilter { crewFrom: Int, name: String }
  interface Vessel { id: ID!, name: String! }
  "A ship of the fleet. It floats."
  type Ship implements Vessel {
    id: ID!
    name: String!
    "Number of sailors."
    crew: Int!
    state: State!
    launched: DateTime
    tags: [String!]!
    weight(unit: String!): Float
    speed(unit: String = "knots"): Float
    captain: Captain
    voyages(first: Int, after: String): VoyageConnection!
    old: String @deprecated
  }
  type Captain { id: ID!, name: String!, age: Int, ship: Ship }
  type Voyage { id: ID!, to: String }
  type Barge implements Vessel { id: ID!, name: String!, tons: Int!, crew: String }
  union Thing = Ship | Barge
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  type ShipEdge { node: Ship, cursor: String! }
  "All ships. Sorted."
  type ShipConnection { edges: [ShipEdge], pageInfo: PageInfo!, totalCount: Int! }
  type VoyageConnection { nodes: [Voyage], pageInfo: PageInfo! }
  type Harbour { name: String!, voyages(first: Int!, after: String, name: String): VoyageConnection! }
  type Query {
    "Ships of the fleet. In order."
    ships(first: Int!, after: String, state: State, crew: Int, where: ShipFilter, names: [String!], big: Boolean): ShipConnection!
    harbour(name: ID!): Harbour
    things: [Thing!]!
    vessels(kind: String): [Vessel]
    version: String!
    captain: Captain
  }
`);

/**
 * Starts an API with the reference implementation of GraphQL.
 *
 * @param options - Its ships, and how it behaves
 * @returns The API
 */
export async function startFleet(options: FleetOptions = {}): Promise<Fleet> {
  const ships = Array.from({ length: options.ships ?? 60 }, (_, index) => shipOf(index + 1));
  const upstream = await startUpstream((request) => answer(request, ships, options));
  return { upstream, url: `${upstream.url}/graphql`, ships };
}

/**
 * Creates a ship.
 *
 * @param number - Its number
 * @param name - Its name. Default: one with the number
 * @returns The ship
 */
export function shipOf(number: number, name = `Ship "${number}"`): Ship {
  return {
    id: String(number),
    name,
    crew: number * 3,
    state: number % 2 === 0 ? "AT_SEA" : "IN_PORT",
    launched: new Date(Date.UTC(2026, 0, number)).toISOString(),
  };
}

async function answer(
  { headers, body, method, url }: UpstreamRequest,
  ships: Ship[],
  options: FleetOptions,
): Promise<UpstreamAnswer> {
  if (url.pathname !== "/graphql" || method !== "POST") return { status: 404, body: {} };
  if (options.token !== undefined && headers["authorization"] !== `Bearer ${options.token}`)
    return { status: 401, body: { errors: [{ message: "Who are you?" }] } };
  const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
  const result = await graphql({
    schema,
    source: query,
    rootValue: rootOf(ships, options, query),
    variableValues: variables,
    typeResolver: (value) => ("tons" in (value as object) ? "Barge" : "Ship"),
  });
  return { body: JSON.parse(JSON.stringify(result)) as unknown };
}

interface PageArguments {
  readonly first: number;
  readonly after?: string;
}

interface ShipArguments extends PageArguments {
  readonly state?: string;
  readonly crew?: number;
  readonly where?: { readonly crewFrom?: number; readonly name?: string };
  readonly names?: readonly string[];
  readonly big?: boolean;
}

function rootOf(ships: Ship[], options: FleetOptions, query: string): object {
  const { maxFirst = 100, cursors = "id" } = options;
  return {
    version: "1",
    captain: { id: "c", name: "Ann" },
    ships: (given: ShipArguments) => {
      if (given.first > maxFirst)
        throw new GraphQLError(`The query exceeds the maximum complexity: ${given.first * fieldsIn(query)}`);
      options.beforePage?.(ships);
      const found = ships.filter((ship) => isWanted(ship, given));
      const { start, end } = rangeOf(found, given, cursors);
      const page = found.slice(start, end);
      return {
        edges: [
          ...page.map((ship) => ({ node: shown(ship, options), cursor: ship.id })),
          { node: null, cursor: "-" },
        ],
        pageInfo: {
          hasNextPage: end < found.length,
          endCursor:
            cursors === "id"
              ? `after ${page.at(-1)?.id ?? ""}`
              : Buffer.from(JSON.stringify({ offset: end })).toString("base64url"),
        },
        totalCount: found.length,
      };
    },
    harbour: ({ name }: { readonly name: string }) =>
      name === "Oslo"
        ? {
            name,
            voyages: (given: PageArguments & { readonly name?: string }) => {
              const to = Array.from({ length: 5 }, (_, index) => ({
                id: String(index + 1),
                to: given.name ?? "Rome",
              }));
              const start = Number(given.after ?? 0);
              const end = start + Math.min(2, given.first);
              return {
                nodes: to.slice(start, end),
                pageInfo: { hasNextPage: end < 5, endCursor: to[end - 1]?.id ?? "" },
              };
            },
          }
        : null,
    things: [shown(shipOf(1), options), { id: "b", name: "Barge", tons: 7, crew: "two" }],
    vessels: () => null,
  };
}

function isWanted({ name, crew, state }: Ship, given: ShipArguments): boolean {
  const { where = {}, names } = given;
  return (
    (given.state === undefined || state === given.state) &&
    (given.crew === undefined || crew === given.crew) &&
    (given.big === undefined || crew > 90 === given.big) &&
    crew >= (where.crewFrom ?? 0) &&
    (where.name === undefined || name === where.name) &&
    (names === undefined || names.includes(name))
  );
}

function rangeOf(
  ships: readonly Ship[],
  { first, after }: PageArguments,
  cursors: FleetOptions["cursors"],
): { readonly start: number; readonly end: number } {
  if (after === undefined) return { start: 0, end: first };
  if (cursors === "count") {
    const { offset: start } = JSON.parse(Buffer.from(after, "base64url").toString()) as { offset: number };
    return { start, end: start + first };
  }
  const found = ships.findIndex(({ id }) => Number(id) > Number(after.replace("after ", "")));
  const start = found === -1 ? ships.length : found;
  return { start, end: start + first };
}

function shown(ship: Ship, { secret }: FleetOptions): object {
  return {
    ...ship,
    tags: ["a", ship.id],
    speed: 12.5,
    captain: () => {
      if (ship.id === secret) throw new GraphQLError("This account may not see the captain");
      return ship.crew % 2 === 0 ? null : { id: `c${ship.id}`, name: `Ann ${ship.id}`, age: 40 };
    },
  };
}

function fieldsIn(query: string): number {
  let count = 0;
  visit(parse(query), { Field: () => void (count += 1) });
  return count;
}
