import {
  type DateRange,
  dateRange,
  type Field,
  isWithin,
  multiList,
  offset,
  shape,
  text,
} from "@wellhead/sdk";

/** Milliseconds of a day. */
const day = 86_400_000;

/** Members of a project that are read. */
export const projectShape = shape.object({
  id: shape.required(shape.text),
  key: shape.required(shape.text),
  name: shape.text,
  projectTypeKey: shape.text,
  style: shape.text,
  isPrivate: shape.bool,
  lead: shape.object({ displayName: shape.text }),
});

/** How projects are paged. They are sorted by their keys, which can change. */
export const projectPages = {
  paging: offset({
    parameter: "startAt",
    size: { parameter: "maxResults", value: 50 },
    total: "total",
  }),
  key: "id",
  order: "changing",
} as const;

/** Filter for issues. */
export interface IssueFilter {
  readonly projects?: readonly string[] | undefined;
  readonly jql?: string | undefined;
  readonly created?: DateRange | undefined;
  readonly updated?: DateRange | undefined;
}

/**
 * Creates the fields for choosing issues.
 *
 * @returns The fields
 */
export function issueFields(): {
  readonly projects: Field<readonly string[] | undefined>;
  readonly jql: Field<string | undefined>;
  readonly created: Field<DateRange | undefined>;
  readonly updated: Field<DateRange | undefined>;
} {
  return {
    projects: multiList({
      title: "Projects",
      description: "Empty: all that the account may see",
      optional: true,
      options: ({ http }) =>
        http
          .pages("api/3/project/search", { shape: projectShape, items: "values", ...projectPages })
          .map(({ key, name }) => ({ title: name || key, value: key })),
    }),
    jql: text({
      title: "JQL",
      description: "A condition besides the other filters, without ORDER BY, such as statusCategory = Done",
      optional: true,
    }),
    created: dateRange({ title: "Created", optional: true }),
    updated: dateRange({ title: "Updated", optional: true }),
  };
}

/**
 * Returns the query for the issues of a filter. Jira interprets days in the user's time zone, so the query includes a
 * day more on both sides, and {@link isChosen} keeps the issues within the period.
 *
 * @param filter - The filter
 * @returns JQL with an order that is stable during the read
 * @see https://support.atlassian.com/jira-software-cloud/docs/jql-fields/
 */
export function jqlOf({ projects = [], jql, created, updated }: IssueFilter): string {
  const conditions = [
    ...(projects.length === 0 ? [] : [`project in (${projects.map((key) => quoted(key)).join(", ")})`]),
    ...(jql === undefined ? [] : [`(${jql})`]),
    ...periodOf("created", created),
    ...periodOf("updated", updated),
  ];
  // Jira rejects a query without conditions.
  const where = conditions.length === 0 ? "created is not EMPTY" : conditions.join(" AND ");
  return `${where} ORDER BY created ASC, key ASC`;
}

/**
 * Returns whether an issue is within the periods of a filter.
 *
 * @param issue - Its times
 * @param filter - The filter
 * @returns Whether it is within all of them
 */
export function isChosen(
  { created, updated }: { readonly created: unknown; readonly updated: unknown },
  filter: IssueFilter,
): boolean {
  return isWithin(instantOf(created), filter.created) && isWithin(instantOf(updated), filter.updated);
}

function instantOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function periodOf(name: string, range: DateRange | undefined): readonly string[] {
  return [
    ...(range?.min === undefined ? [] : [`${name} >= ${dayAround(range.min, -1)}`]),
    ...(range?.max === undefined ? [] : [`${name} <= ${dayAround(range.max, 2)}`]),
  ];
}

function dayAround(instant: string, days: number): string {
  return quoted(new Date(Date.parse(instant) + days * day).toISOString().slice(0, 10));
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
