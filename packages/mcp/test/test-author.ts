import type { Author } from "../src/author/author.js";

/** A folder with one connector that needs no account, in which nothing happens. */
export function testAuthor(base: string, members: Partial<Author> = {}): Author {
  const unexpected = () => Promise.reject(new Error("The test does not expect this call."));
  return {
    load: () =>
      Promise.resolve({
        revision: 1,
        loadedAt: "2026-03-08T12:00:00.000Z",
        ms: 1,
        typeFaults: [],
        connectors: [{ id: "foreign", name: "Foreign", base, headers: {} }],
      }),
    account: () => undefined,
    accountNames: () => Promise.resolve([]),
    noteRows: () => undefined,
    calls: () => [],
    remarks: () => Promise.resolve([]),
    judge: unexpected,
    record: unexpected,
    replay: unexpected,
    playFaults: unexpected,
    searchDocuments: () => [],
    openDocument: () => "",
    createProject: unexpected,
    ...members,
  };
}
