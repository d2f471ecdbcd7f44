// Legal variants of the third generation.
import { filters } from "./filters.mjs";
import { rows } from "./rows.mjs";

const after = (change) => (parts) => {
  const { page } = parts;
  parts.page = (body) => change(page(body), body, parts);
};
const twoTypes = (change) => (parts) => {
  const { sources, page } = parts;
  parts.sources = () => [...sources(), { ...sources()[0], id: "drafts", name: "Drafts" }];
  parts.page = (body) => change(page(body), body, parts);
};
const named = (list, ...names) =>
  Object.fromEntries(names.map((name) => [`${name}, synchronized`, list[name]]));

export const third = {
  "entities as they are": () => undefined,
  "full runs only": (parts) => {
    const { page } = parts;
    parts.page = ({ lastSynchronizedAt, ...body }) => {
      if (lastSynchronizedAt !== undefined && Number.isNaN(Date.parse(lastSynchronizedAt ?? 0)))
        page({ ...body, lastSynchronizedAt });
      return page(body);
    };
  },
  "pages by number": (parts) => {
    const { position } = parts;
    parts.position = ({ number = 0 } = {}) => position({ offset: number * 20, limit: 20 });
    parts.next = (offset, limit) => ({ number: offset / limit + 1 });
  },
  "positions that cannot be read": (parts) => {
    const { position } = parts;
    parts.position = ({ cursor } = {}) => {
      if (cursor === undefined) return position({});
      const text = Buffer.from(String(cursor), "base64url").toString();
      if (!/^p:\d+$/.test(text)) throw new parts.Refusal(400, "There is no such page");
      return position({ offset: Number(text.slice(2)) });
    };
    parts.next = (offset, limit) => ({ cursor: Buffer.from(`p:${offset + limit}`).toString("base64url") });
  },
  "page sizes of its own": (parts) => {
    const { position } = parts;
    parts.position = ({ offset } = {}) => position({ offset, limit: 7 });
    parts.next = (offset, limit) => ({ offset: offset + limit, limit: 20 });
  },
  "one page": (parts) => {
    parts.position = () => ({ offset: 0, limit: 1_000 });
  },
  "a last page without entities": (parts) => {
    const { page } = parts;
    parts.page = (body) => {
      const { position } = parts;
      const { offset, limit } = position(body.pagination ?? undefined);
      const found = page(body);
      const isFull =
        found.items.length === limit || (offset < 60 && found.items.length > 0 && offset + limit >= 60);
      return !found.pagination.hasNext && isFull && offset < 60
        ? { ...found, pagination: { hasNext: true, nextPageConfig: { offset: 60, limit } } }
        : found;
    };
  },
  "entities without change say nothing": after((page) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, __syncAction: "SET" })),
  })),
  "the kind of a run is left out when it is full": after(({ synchronizationType, ...page }) =>
    synchronizationType === "delta" ? { ...page, synchronizationType } : page,
  ),
  "a type that this account may not read": twoTypes((page, { requestedType }, parts) => {
    if (requestedType === "drafts") throw new parts.Refusal(403, "Your role may not read drafts");
    return page;
  }),
  "a type without entities": twoTypes((page, { requestedType }) =>
    requestedType === "drafts" ? { ...page, items: [], pagination: { hasNext: false } } : page,
  ),
  ...named(
    rows,
    "no rows",
    "one row",
    "a row is added with each request",
    "a cell says when it was read",
    "a cell is blank when a filter is set",
    "a cell is the rank among the chosen rows",
  ),
  ...named(
    filters,
    "rows must have all of several values",
    "several values joined with a comma",
    "archived rows behind a switch",
    "a minimum",
    "only flagged rows",
    "states by number",
    "an option for rows without a value",
  ),
};
