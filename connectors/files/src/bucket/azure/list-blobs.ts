import type { Http } from "@wellhead/sdk";
import { followPages, type ListedObject, type ListObjectsOptions } from "../objects/object-service.js";
import { decodeKey, objectOf, readList } from "../objects/read-list.js";

/**
 * Lists blobs of a container in the order of their names.
 *
 * @param http - Client of the account
 * @param options - Which blobs
 * @returns The blobs of one response after another
 * @throws ConnectorError `upstream_invalid` when a response is not a list, or a page repeats
 * @see https://learn.microsoft.com/rest/api/storageservices/list-blobs
 */
export function listBlobs(
  http: Http,
  { bucket, prefix, pageSize }: ListObjectsOptions,
): AsyncGenerator<readonly ListedObject[]> {
  return followPages(bucket, async (marker) => {
    const text = await http
      .get(bucket, {
        query: {
          restype: "container",
          comp: "list",
          ...(prefix !== "" && { prefix }),
          ...(pageSize !== undefined && { maxresults: pageSize }),
          ...(marker !== undefined && { marker }),
        },
      })
      .text();
    // Some servers begin with the mark of the byte order.
    const { values, items } = await readList(text.replace(/^\uFEFF/, ""), {
      bucket,
      item: "EnumerationResults/Blobs/Blob",
    });
    return {
      objects: items.filter((item) => !isFolder(item)).map((item) => blobOf(item, bucket)),
      next: values.get("NextMarker") || undefined,
    };
  });
}

/** An account with a hierarchical namespace lists its folders as well. */
function isFolder(item: ReadonlyMap<string, string>): boolean {
  return item.get("Properties/ResourceType") === "directory";
}

function blobOf(item: ReadonlyMap<string, string>, bucket: string): ListedObject {
  const name = item.get("Name") ?? "";
  const tag = item.get("Properties/Etag") ?? "";
  return objectOf(
    {
      // A name with characters that XML cannot contain is percent-encoded.
      key: item.get("Name@Encoded") === "true" ? decodeKey(name) : name,
      // A response for the blob has the tag in quotes.
      tag: tag === "" || tag.startsWith('"') ? tag : `"${tag}"`,
      size: item.get("Properties/Content-Length"),
      modified: item.get("Properties/Last-Modified"),
    },
    bucket,
  );
}
