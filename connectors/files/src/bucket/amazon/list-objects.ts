import type { Http } from "@wellhead/sdk";
import {
  followPages,
  type ListedObject,
  type ListObjectsOptions,
  listFault,
} from "../objects/object-service.js";
import { decodeKey, objectOf, readList } from "../objects/read-list.js";

/**
 * Lists objects of S3 in the order of their keys.
 *
 * @param http - Client of the bucket
 * @param options - Which objects
 * @returns The objects of one response after another
 * @throws ConnectorError `upstream_invalid` when a response is not a list, or a page repeats
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function listObjects(
  http: Http,
  { bucket, prefix, pageSize }: ListObjectsOptions,
): AsyncGenerator<readonly ListedObject[]> {
  return followPages(bucket, async (token) => {
    const text = await http
      .get("", {
        query: {
          "list-type": "2",
          "encoding-type": "url",
          prefix,
          ...(pageSize !== undefined && { "max-keys": pageSize }),
          ...(token !== undefined && { "continuation-token": token }),
        },
      })
      .text();
    const { values, items } = await readList(text, { bucket, item: "ListBucketResult/Contents" });
    const isEncoded = values.get("EncodingType") === "url";
    const isTruncated = values.get("IsTruncated") === "true";
    const next = isTruncated ? values.get("NextContinuationToken") : undefined;
    if (isTruncated && next === undefined) throw listFault(bucket, "its list does not end");
    return {
      objects: items.map((item) => {
        const key = item.get("Key") ?? "";
        return objectOf(
          {
            // An encoded key has a plus sign for each space.
            key: isEncoded ? decodeKey(key.replaceAll("+", " ")) : key,
            tag: item.get("ETag"),
            size: item.get("Size"),
            modified: item.get("LastModified"),
          },
          bucket,
        );
      }),
      next,
    };
  });
}
