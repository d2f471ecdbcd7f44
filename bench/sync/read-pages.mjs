const headers = { "content-type": "application/json" };

/**
 * Reads a type page by page as fast as a client can: it looks at nothing but the position of the next page.
 *
 * @param {string} url Address of the service.
 * @param {string} requestedType The type.
 * @returns {Promise<{ milliseconds: number[], rows: number }>} Milliseconds of each page, and the rows of all.
 */
export async function readPages(url, requestedType) {
  const milliseconds = [];
  let rows = 0;
  for (let pagination = {}; pagination !== undefined; ) {
    const start = performance.now();
    const text = await ask(`${url}/api/v1/synchronizer/data`, { requestedType, pagination });
    const end = text.lastIndexOf('"pagination":');
    if (end === -1) throw new Error(text.slice(0, 500));
    pagination = JSON.parse(`{${text.slice(end)}`).pagination.nextPageConfig;
    rows = pagination?.rows ?? rows;
    milliseconds.push(performance.now() - start);
  }
  return { milliseconds, rows };
}

/**
 * Reads all rows of a source in one response.
 *
 * @param {string} url Address of the service.
 * @param {string} source The source.
 * @returns {Promise<number>} Milliseconds.
 */
export async function readStream(url, source) {
  const start = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify({ source, account: {}, filter: {} }),
  });
  if (!response.ok) throw new Error(await response.text());
  for await (const _ of response.body);
  return performance.now() - start;
}

async function ask(url, body) {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify({ account: {}, filter: {}, ...body }),
  });
  return response.text();
}
