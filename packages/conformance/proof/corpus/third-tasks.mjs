// Tasks for synchronization only: a careless connector that remembers how far it has read.
import { sendJson, serve } from "./serve.mjs";

const tasks = Array.from({ length: 9 }, (_, index) => ({
  id: `task-${index}`,
  name: `Task ${index}`,
  done: String(index % 2 === 0),
  changed: "2024-02-03T04:05:06.000Z",
}));
const fields = {
  id: { name: "Id", type: "id" },
  name: { name: "Name", type: "text" },
  done: { name: "Done", type: "text", subType: "boolean" },
  changed: { name: "Changed", type: "date" },
};
let offset = 0;

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        version: "1.0.0",
        name: "Tasks",
        description: "Things to do",
        authentication: [{ id: "none", name: "Public", description: "", fields: [] }],
        sources: [],
        responsibleFor: { dataSynchronization: true },
      }),
    "POST /validate": (_, response) => sendJson(response, { name: "Public tasks" }),
    "POST /api/v1/synchronizer/config": (_, response) =>
      sendJson(response, { types: [{ id: "task", name: "Task" }], filters: [], version: "2" }),
    "POST /api/v1/synchronizer/schema": (_, response) => sendJson(response, { task: fields }),
    "POST /api/v1/synchronizer/filter/validate": (_, response) => sendJson(response, { status: "ok" }),
    "POST /api/v1/synchronizer/data": ({ requestedType, pagination, lastSynchronizedAt }, response) => {
      const rows = { task: tasks }[requestedType].filter(
        ({ changed }) => lastSynchronizedAt == null || changed > lastSynchronizedAt,
      );
      offset = pagination === undefined ? 0 : offset;
      const items = rows.slice(offset, offset + 4);
      offset += 4;
      const hasNext = offset < rows.length;
      sendJson(response, { items, pagination: { hasNext, nextPageConfig: hasNext ? { offset } : null } });
    },
  },
  ({ status = 500 }) => [status, { error: "Something went wrong" }],
);
