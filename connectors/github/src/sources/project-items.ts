import {
  date,
  type Http,
  id,
  list,
  type MakeSource,
  memberAt,
  number,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { organisationField } from "../filters/organisation-filter.js";
import { githubCursorPages } from "../paging/github-pages.js";
import { person } from "./person.js";
import { projectShape } from "./projects.js";

/** Members of a field that are read. */
export const projectFieldShape = shape.object({ id: shape.required(shape.id), name: shape.text });

/** Members of an item that are read. */
export const projectItemShape = shape.object({
  id: shape.required(shape.id),
  content_type: shape.text,
  content: shape.record(shape.anything),
  creator: person,
  fields: shape.list(shape.record(shape.anything)),
  created_at: shape.text,
  updated_at: shape.text,
  archived_at: shape.text,
});

/**
 * Creates the source of the items of a project.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/projects/items#list-items-for-an-organization-owned-project
 */
export function projectItems<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Project items",
    description: "Issues, pull requests and drafts of a project, with its fields",
    filter: {
      organisation: organisationField(),
      project: list({
        title: "Project",
        requires: ["organisation"],
        options: ({ http, dependsOn }) =>
          http
            .pages(projectsPath(dependsOn.organisation), {
              shape: projectShape,
              key: "id",
              order: "changing",
            })
            .map((one) => ({ title: one.title || `#${one.number ?? ""}`, value: String(one.number ?? "") })),
      }),
    },
    fields: {
      id: id(),
      kind: text({ description: "Issue, PullRequest or DraftIssue" }),
      title: text(),
      number: number({ description: "Of the issue or pull request" }),
      repository: text({ description: "Its owner and name" }),
      fields: text({ description: "Values of the project's fields by name, as JSON" }),
      creator: text(),
      created: date(),
      updated: date(),
      archived: date(),
    },
    rows: async ({ http, filter: { organisation, project } }) => {
      const path = `${projectsPath(organisation)}/${encodeURIComponent(project)}`;
      const fields = await readFields(http, path);
      return http
        .pages(`${path}/items`, {
          query: { fields: [...fields.keys()].join(",") },
          shape: projectItemShape,
          key: "id",
          order: "changing",
          paging: githubCursorPages,
        })
        .map((item) => ({
          id: item.id,
          kind: item.content_type,
          title: textOf(memberAt(item.content, "title")),
          number: numberOf(memberAt(item.content, "number")),
          repository: repositoryOf(item.content),
          fields: JSON.stringify(valuesOf(item.fields ?? [], fields)),
          creator: item.creator?.login,
          created: item.created_at,
          updated: item.updated_at,
          archived: item.archived_at,
        }));
    },
  });
}

function projectsPath(organisation: string): string {
  return `orgs/${encodeURIComponent(organisation)}/projectsV2`;
}

/** Reads the fields of a project: names by id. An item has only its title unless its other fields are requested. */
async function readFields(http: Http, project: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const batch of http.pages(`${project}/fields`, {
    shape: projectFieldShape,
    key: "id",
    paging: githubCursorPages,
  })) {
    for (const { id: key, name } of batch) names.set(String(key), name ?? String(key));
  }
  return names;
}

function valuesOf(
  fields: ReadonlyArray<Readonly<Record<string, unknown>>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const values = fields.map((field) => {
    const key = String(field["id"]);
    return [names.get(key) ?? key, plainValue(field["value"])] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== null && value !== undefined));
}

/** Returns the text of a value that GitHub describes by an object: a text in two forms, or a choice with a name. */
function plainValue(value: unknown): unknown {
  const raw = memberAt(value, "raw") ?? memberAt(value, "name.raw") ?? memberAt(value, "title.raw");
  return typeof raw === "string" ? raw : value;
}

/** Returns the repository that the address of an issue or pull request names. */
function repositoryOf(content: unknown): string | null {
  const address = memberAt(content, "html_url");
  const path = typeof address === "string" && URL.canParse(address) ? new URL(address).pathname : "";
  return /^\/([^/]+\/[^/]+)\/(?:issues|pull)\//.exec(path)?.[1] ?? null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
