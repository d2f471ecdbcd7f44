import { createServer } from "node:http";

// A paged JSON API in a process of its own, so that its work is not counted against the reader's.
const rows = Array.from({ length: 100 }, (_, index) => ({
  id: index,
  name: `Row number ${index}`,
  state: index % 2 === 0 ? "open" : "closed",
  amount: index * 1.25,
  created: "2026-03-03T10:00:00Z",
  owner: { id: index % 7, login: "ada" },
}));
const body = JSON.stringify(rows);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://upstream.example");
  const page = Number(searchParams.get("page"));
  const last = Number(searchParams.get("last"));
  const times = Number(searchParams.get("times"));
  if (times > 0) {
    writeArray(response, times);
    return;
  }
  setTimeout(() => {
    response.setHeader("content-type", "application/json");
    response.setHeader("content-length", Buffer.byteLength(body));
    if (page < last) response.setHeader("link", `<${pathname}?page=${page + 1}&last=${last}>; rel="next"`);
    response.end(body);
  }, 1);
});

/**
 * Writes one array that repeats the rows many times, as fast as it is read.
 *
 * @param {import("node:http").ServerResponse} response
 * @param {number} times
 */
function writeArray(response, times) {
  const rest = `,${body.slice(1, -1)}`;
  let left = times - 1;
  const write = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(rest)) return;
    }
    response.off("drain", write).end("]");
  };
  response.on("drain", write).write(body.slice(0, -1));
  write();
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(address.port);
});
