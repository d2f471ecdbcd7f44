import type { FileLocation } from "../../folder/file-storage.js";
import type { BucketAddress } from "../objects/bucket-address.js";
import type { ObjectService } from "../objects/object-service.js";
import { firstVariable, type Variables } from "../objects/variables.js";
import {
  type AccessKey,
  type AmazonCredentials,
  findAmazonCredentials,
  findAmazonRegion,
  wrapAccessKey,
} from "./amazon-credentials.js";
import { amazonFault } from "./amazon-fault.js";
import { bucketUrl } from "./bucket-url.js";
import { listObjects } from "./list-objects.js";

/** How a bucket of S3 is reached. */
export interface AmazonServiceOptions {
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly pathStyle?: boolean | undefined;
  readonly credentials?: "none" | AccessKey | undefined;
  readonly variables: Variables;
}

/**
 * Returns how a bucket of S3 or of a compatible storage is reached.
 *
 * @param address - The bucket
 * @param options - Its region, endpoint and credentials
 * @returns The service
 * @throws TypeError when the endpoint is not the URL of a server
 */
export function amazonService({ bucket }: BucketAddress, options: AmazonServiceOptions): ObjectService {
  const { pathStyle, credentials, variables } = options;
  const region = options.region ?? findAmazonRegion(variables);
  const endpoint = options.endpoint ?? firstVariable(variables, ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]);
  const given = credentials && credentials !== "none" ? wrapAccessKey(credentials) : undefined;
  const findKey = () => (credentials === "none" ? undefined : (given ?? findAmazonCredentials(variables)));
  const baseUrl = bucketUrl(bucket, { region, endpoint, pathStyle });
  return {
    list: listObjects,
    root: "",
    locate: (key) => locateObject(`${baseUrl}/${key}`, findKey()),
    versionArgument: "versionId",
    http: {
      baseUrl,
      authorize: async (request) => {
        const found = findKey();
        if (found === undefined) return;
        const { signAmazonRequest } = await import("./sign-amazon-request.js");
        await signAmazonRequest(request, { credentials: found, region, time: new Date() });
      },
      fault: (answer) => amazonFault(bucket, answer),
    },
  };
}

/**
 * Returns where a ClickHouse server finds an object, with the access key for it.
 *
 * @param url - URL of the object
 * @param credentials - The access key; `undefined` for a public bucket
 * @returns The location; `undefined` when the server would take a part of the URL or of the key for something else
 * @see ClickHouse, "s3 Table Function"
 */
function locateObject(url: string, credentials: AmazonCredentials | undefined): FileLocation | undefined {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials ?? {};
  const secrets = [accessKeyId, secretAccessKey?.reveal(), sessionToken?.reveal()].filter(
    (secret) => secret !== undefined,
  );
  // Other characters have a meaning in the server's URLs, or end a literal of its SQL.
  if (!/^https?:\/\/[\w.:/=-]+$/.test(url)) return undefined;
  if (!secrets.every((secret) => /^[\w/+=.:@-]+$/.test(secret))) return undefined;
  const access = secrets.length === 0 ? "NOSIGN" : secrets.map((secret) => `'${secret}'`).join(", ");
  return (format, structure) => `s3('${url}', ${access}, ${format}, ${structure})`;
}
