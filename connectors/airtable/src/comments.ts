import {
  date,
  type Http,
  id,
  list,
  type MakeSource,
  MissingParents,
  number,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { baseField } from "./base-field.js";
import { readTables } from "./rows/airtable-table.js";
import { allRecords, recordPaging } from "./rows/record-paging.js";

const countedShape = shape.object({ id: shape.required(shape.text), commentCount: shape.number });

const commentShape = shape.object({
  id: shape.required(shape.text),
  author: shape.object({ id: shape.text, name: shape.text, email: shape.text }),
  text: shape.text,
  createdTime: shape.text,
  lastUpdatedTime: shape.text,
  parentCommentId: shape.text,
});

/**
 * Creates the source of the comments on a table's records.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://airtable.com/developers/web/api/list-comments
 */
export function comments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Comments",
    description: "On the records of one table; one request for each record that has some",
    filter: {
      base: baseField(),
      table: list({
        title: "Table",
        requires: ["base"],
        options: async ({ http, dependsOn }) =>
          (await readTables(http, dependsOn.base)).map(({ id: value, name }) => ({
            title: name ?? value,
            value,
          })),
      }),
    },
    fields: {
      id: id(),
      record_id: text(),
      author: text(),
      author_email: text(),
      text: text(),
      created: date(),
      updated: date({ description: "Empty when it was not changed" }),
      parent_id: text({ description: "The comment that it answers" }),
      position: number({ description: "Among the comments of its record, the newest is 1" }),
    },
    async *rows({ http, log, filter }) {
      const path = `${encodeURIComponent(filter.base)}/${encodeURIComponent(filter.table)}`;
      const records = http.pages(path, {
        shape: countedShape,
        query: { "recordMetadata[]": ["commentCount"] },
        ...allRecords,
      });
      const missing = new MissingParents(log, "records");
      for await (const batch of records) {
        const commented = batch.filter(({ commentCount }) => Number(commentCount) > 0);
        for (const { id: record } of commented) yield* missing.read(readComments(http, path, record));
      }
      missing.end();
    },
  });
}

/** Reads the comments of one record, the newest first. */
function readComments(http: Http, table: string, record: string) {
  let position = 0;
  return http
    .pages(`${table}/${encodeURIComponent(record)}/comments`, {
      shape: commentShape,
      items: "comments",
      paging: recordPaging,
      key: "id",
    })
    .map((comment) => {
      position += 1;
      return {
        id: comment.id,
        record_id: record,
        author: comment.author?.name ?? comment.author?.email,
        author_email: comment.author?.email,
        text: comment.text,
        created: comment.createdTime,
        updated: comment.lastUpdatedTime,
        parent_id: comment.parentCommentId,
        position,
      };
    });
}
