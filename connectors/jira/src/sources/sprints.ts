import {
  date,
  type Http,
  id,
  type MakeSource,
  MissingParents,
  multiList,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { agilePaging, readBoards } from "../read/read-boards.js";

/** Members of a sprint that are read. */
const sprintShape = shape.object({
  id: shape.required(shape.id),
  name: shape.text,
  state: shape.text,
  goal: shape.text,
  originBoardId: shape.id,
  createdDate: shape.text,
  startDate: shape.text,
  endDate: shape.text,
  completeDate: shape.text,
});

/**
 * Creates the source of the sprints of Scrum boards.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/#api-rest-agile-1-0-board-boardid-sprint-get
 */
export function sprints<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Sprints",
    description: "Of Scrum boards; each sprint once, even if several boards show it",
    filter: {
      boards: multiList({
        title: "Boards",
        description: "Empty: all Scrum boards",
        optional: true,
        options: ({ http }) =>
          readBoards(http)
            .filter(({ type }) => type === "scrum")
            .map(({ id: value, name }) => ({ title: name || String(value), value: String(value) })),
      }),
    },
    fields: {
      id: id(),
      name: text(),
      state: text({ description: "future, active or closed" }),
      goal: text(),
      board_id: text({ description: "Where it was made" }),
      created: date(),
      start: date(),
      end: date({ description: "As planned" }),
      completed: date(),
    },
    async *rows({ http, log, filter }) {
      const missing = new MissingParents(log, "boards");
      const seen = new Set<string>();
      for await (const board of boardsOf(http, filter.boards)) {
        const pages = http.pages(`agile/1.0/board/${encodeURIComponent(board)}/sprint`, {
          shape: sprintShape,
          items: "values",
          paging: agilePaging,
          key: "id",
          order: "changing",
        });
        for await (const found of missing.read(pages)) {
          yield found
            .filter(({ id: key }) => seen.size < seen.add(String(key)).size)
            .map((sprint) => ({
              id: sprint.id,
              name: sprint.name,
              state: sprint.state,
              goal: sprint.goal,
              board_id: textOf(sprint.originBoardId),
              created: sprint.createdDate,
              start: sprint.startDate,
              end: sprint.endDate,
              completed: sprint.completeDate,
            }));
        }
      }
      missing.end();
    },
  });
}

/** Returns the ids of the chosen boards, or of all that have sprints. */
async function* boardsOf(http: Http, chosen: readonly string[] | undefined): AsyncGenerator<string> {
  if (chosen !== undefined && chosen.length > 0) {
    yield* chosen;
    return;
  }
  for await (const batch of readBoards(http)) {
    // Jira refuses to list the sprints of a board of another type.
    for (const { id: key, type } of batch) if (type === "scrum") yield String(key);
  }
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
