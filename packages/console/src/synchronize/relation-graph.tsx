import type { EntityRelation, EntitySchema } from "@wellhead/client";
import type { JSX } from "preact";
import { visibleText } from "../text/visible-text.js";
import type { TypeProgress } from "./sync-run.js";

/** Props of `RelationGraph`. */
export interface RelationGraphProps {
  readonly types: readonly TypeProgress[];
  readonly schema: EntitySchema;
}

const box = { width: 180, height: 44, gapX: 110, gapY: 20 };

interface Placed {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface Edge {
  readonly from: Placed;
  readonly to: Placed;
  readonly relation: EntityRelation;
}

/** Draws the types as boxes and their relations as lines from the type that holds the reference to its target. */
export function RelationGraph({ types, schema }: RelationGraphProps): JSX.Element | null {
  const relations = relationsOf(schema);
  if (relations.length === 0) return null;
  const places = placeTypes(types, relations);
  const edges = relations.flatMap(({ type, relation }): Edge[] => {
    const [from, to] = [places.get(type), places.get(relation.targetType)];
    return from === undefined || to === undefined ? [] : [{ from, to, relation }];
  });
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + box.width;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + box.height;
  // Lines also run above the first row and below the last.
  const margin = box.gapY;
  return (
    <figure class="relations" tabIndex={0} aria-label="Relations of the types">
      <svg
        width={width + box.gapX / 2 + margin}
        viewBox={`${-margin} ${-margin} ${width + box.gapX / 2 + margin} ${height + 2 * margin}`}
        role="img"
        aria-label={describe(edges)}
      >
        {edges.map((edge, index) => (
          <Line
            key={index}
            edge={edge}
            startY={startOf(edge, edges)}
            lane={lanes[index % lanes.length] ?? 0}
          />
        ))}
        {[...places.values()].map(({ id, name, x, y }) => (
          <g key={id} transform={`translate(${x} ${y})`}>
            <rect width={box.width} height={box.height} rx="6" />
            <text x={box.width / 2} y={box.height / 2} dominant-baseline="central" text-anchor="middle">
              {shorten(name, 22)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** The lines of a box begin below each other. */
function startOf(edge: Edge, edges: readonly Edge[]): number {
  const own = edges.filter(({ from }) => from === edge.from);
  return edge.from.y + (box.height * (own.indexOf(edge) + 1)) / (own.length + 1);
}

/** Distances of lines from the middle of the space between two rows of boxes. */
const lanes = [0, -4, 4, -7, 7];

interface LineProps {
  readonly edge: Edge;
  readonly startY: number;
  readonly lane: number;
}

function Line({ edge: { from, to, relation }, startY, lane }: LineProps): JSX.Element {
  const startX = from.x;
  const [endX, endY] = [to.x + box.width, to.y + box.height / 2];
  const isBack = to.x >= from.x;
  const path = isBack
    ? backPath(from, to, startY)
    : forwardPath({ x: startX, y: startY }, { x: endX, y: endY }, laneOf(from, endY, lane));
  return (
    <g class="relation">
      <path d={path} />
      <circle cx={endX} cy={endY} r="3" />
      {isBack ? null : (
        <text x={startX - 6} y={startY - 4} text-anchor="end">
          {shorten(relation.name, 15)}
        </text>
      )}
      <title>{`${relation.name} (${relation.cardinality})`}</title>
    </g>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the height at which a line passes the boxes between its ends: between two rows, where no column has a box. */
function laneOf({ y }: Placed, endY: number, lane: number): number {
  const side = endY > y + box.height ? y + box.height + box.gapY / 2 : y - box.gapY / 2;
  return side + lane;
}

function forwardPath(start: Point, end: Point, laneY: number): string {
  const turn = box.gapX / 2;
  const curve = (from: Point, to: Point): string => {
    const bend = (from.x - to.x) / 2;
    return `C${from.x - bend} ${from.y} ${to.x + bend} ${to.y} ${to.x} ${to.y}`;
  };
  if (start.x - end.x <= box.gapX) return `M${start.x} ${start.y} ${curve(start, end)}`;
  const [first, last] = [
    { x: start.x - turn, y: laneY },
    { x: end.x + turn, y: laneY },
  ];
  return `M${start.x} ${start.y} ${curve(start, first)} H${last.x} ${curve(last, end)}`;
}

/** A relation within a column, to a later column or to the type itself bends around the boxes. */
function backPath(from: Placed, to: Placed, startY: number): string {
  const [startX, endX, endY] = [from.x + box.width, to.x + box.width, to.y + box.height / 2];
  const bend = box.gapX / 2;
  if (endX === startX) return `M${startX} ${startY} c${bend} 0 ${bend} ${endY - startY} 0 ${endY - startY}`;
  const laneY = laneOf(from, endY, 0);
  const turn = startX + box.gapX / 4;
  return `M${startX} ${startY} C${turn} ${startY} ${turn} ${laneY} ${turn} ${laneY} H${endX + box.gapX / 4} C${endX + bend} ${laneY} ${endX + bend} ${endY} ${endX} ${endY}`;
}

function relationsOf({ types }: EntitySchema): readonly { type: string; relation: EntityRelation }[] {
  return [...types].flatMap(([type, fields]) =>
    fields.flatMap(({ relation }) =>
      relation === undefined || relation.isNative ? [] : [{ type, relation }],
    ),
  );
}

/** Puts each type one column to the right of the types it points to; a circle ends where it began. */
function placeTypes(
  types: readonly TypeProgress[],
  relations: ReturnType<typeof relationsOf>,
): ReadonlyMap<string, Placed> {
  const columns = new Map<string, number>();
  const columnOf = (id: string, above: readonly string[]): number => {
    const known = columns.get(id);
    if (known !== undefined) return known;
    const targets = relations.filter(
      ({ type, relation }) => type === id && !above.includes(relation.targetType),
    );
    const depths = targets.map(
      ({ relation }) => columnOf(relation.targetType, [...above, relation.targetType]) + 1,
    );
    const column = Math.max(0, ...depths);
    columns.set(id, column);
    return column;
  };
  const rows = new Map<number, number>();
  const places = types.map(({ id, name }): [string, Placed] => {
    const column = columnOf(id, [id]);
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return [id, { id, name, x: column * (box.width + box.gapX), y: row * (box.height + box.gapY) }];
  });
  return new Map(places);
}

function describe(edges: readonly Edge[]): string {
  return `Relations: ${edges.map(({ from, to, relation }) => `${from.name} to ${to.name} by ${relation.name}`).join(", ")}`;
}

function shorten(name: string, length: number): string {
  const text = visibleText(name, 200);
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
