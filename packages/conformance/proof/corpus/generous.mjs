// Courses with members that no document names, filters that do not say whether they are required, and dates written as
// they are stored.
import { refuse, sendJson, serve } from "./serve.mjs";

const courses = Array.from({ length: 36 }, (_, at) => ({
  code: `C${200 + at}`,
  room: `${(at % 5) + 1}`,
  begins: `${String((at % 28) + 1).padStart(2, "0")}/03/2024`,
  seats: `${10 + (at % 12)}`,
  open: at % 2 === 0 ? "yes" : "no",
  teacher: at % 6 === 0 ? null : `Teacher ${at % 7}`,
  _links: { self: { href: `/courses/${at}` } },
}));

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "courses",
        version: "2024.3",
        name: "Courses",
        description: "Evening courses",
        website: "https://courses.example",
        vendor: { name: "Evening school", support: "help@courses.example" },
        features: {},
        type: "none",
        responsibleFor: { dataProviding: true, userAuthentication: false, dataImport: false },
        authentication: [{ id: "none", name: "Open", description: "No account is needed", icon: "door" }],
        sources: [
          {
            id: "courses",
            name: "Courses",
            category: "school",
            filter: [
              {
                id: "room",
                title: "Room",
                type: "list",
                icon: "home",
                data: ["1", "2", "3", "4", "5"].map((value) => ({
                  title: `Room ${value}`,
                  value,
                  color: "blue",
                })),
              },
              { id: "about", name: "How it works", type: "link", value: "https://courses.example/help" },
              { id: "search", title: "Search", type: "text", placeholder: "Code or teacher", private: false },
            ],
          },
        ],
      }),
    "POST /validate": ({ fields }, response) => sendJson(response, { ...fields, name: "Open", plan: "free" }),
    "POST /": ({ source, filter }, response) => {
      if (source !== "courses") throw refuse(400, "There is no such source");
      const search = String(filter?.search ?? "").toLowerCase();
      const rows = courses
        .filter(({ room }) => !filter?.room || room === filter.room)
        .filter(({ code, teacher }) => `${code} ${teacher ?? ""}`.toLowerCase().includes(search));
      sendJson(response, rows);
    },
    "GET /health": (_, response) => sendJson(response, { ok: true }),
  },
  ({ status = 500, message }) => [
    status,
    { error: message, documentation: "https://courses.example/errors" },
  ],
);
