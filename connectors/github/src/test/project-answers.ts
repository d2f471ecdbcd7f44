/** One response of each list of an organisation's projects, with every member that is read. */
export const projectAnswers = {
  projects: [
    {
      id: 9401,
      number: 3,
      title: "Wheels",
      short_description: null,
      description: "All wheels",
      state: "open",
      public: false,
      is_template: false,
      creator: { id: 1, login: "ada" },
      closed_at: null,
      created_at: "2026-03-01T00:00:00Z",
      updated_at: "2026-03-03T10:00:00Z",
    },
  ],
  "project-items": [
    {
      id: 9501,
      content_type: "Issue",
      content: { title: "Wheels squeak", number: 1, html_url: "https://github.com/ada/engine/issues/1" },
      creator: { id: 1, login: "ada" },
      fields: [
        { id: 1, name: "Title", value: { raw: "Wheels squeak", html: "Wheels squeak" } },
        { id: 2, name: "Points", value: 3 },
        { id: 3, name: "Due", value: null },
      ],
      archived_at: null,
      created_at: "2026-03-01T00:00:00Z",
      updated_at: "2026-03-03T10:00:00Z",
    },
  ],
  "project-fields": [
    { id: 1, name: "Title", data_type: "title" },
    { id: 2, name: "Points", data_type: "number" },
    { id: 3, name: "Due", data_type: "date" },
  ],
};
