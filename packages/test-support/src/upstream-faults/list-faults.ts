import { rawAnswer } from "./raw-upstream.js";
import { good, once, type UpstreamFault } from "./upstream-fault.js";

/** Faults of a list with several pages, and of the values in it. */
export const listFaults: readonly UpstreamFault[] = [
  {
    title: "U33 the pointer to a next page repeats",
    answer: once(pageOf([{ id: 1 }], "/list?page=9")),
    code: "upstream_invalid",
    requests: 2,
    pages: 2,
    ids: ["1"],
  },
  {
    title: "U34 empty pages that point on",
    answer: (socket, { target }) => {
      const number = Number(/page=(\d+)/.exec(target)?.[1] ?? 0);
      socket.write(pageOf([], `/list?page=${number + 1}`));
    },
    code: "upstream_invalid",
    requests: 4,
    pages: 4,
  },
  {
    title: "U35 rows that come twice",
    answer: (socket, { target }) =>
      socket.write(pageOf([{ id: 1 }], target.includes("page=8") ? null : "/list?page=8")),
    requests: 2,
    pages: 2,
    ids: ["1", "1"],
  },
  {
    title: "U37 an answer that nobody asked for",
    answer: once(Buffer.concat([good, pageOf([{ id: "forged" }], null)])),
    requests: 1,
  },
  {
    title: "U40 numbers, names and texts that do not survive",
    answer: once(
      rawAnswer(
        String.raw`{"items":[{"id":9007199254740993,"big":1e400,"a":1,"a":2,"__proto__":{"id":0},"s":"\ud800"}],"next":null}`,
      ),
    ),
    requests: 1,
    ids: ["9007199254740993"],
  },
];

function pageOf(items: readonly object[], next: string | null): Buffer {
  return rawAnswer(JSON.stringify({ items, next }));
}
