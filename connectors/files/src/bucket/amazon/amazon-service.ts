import type { BucketAddress } from "../objects/bucket-address.js";
import type { ObjectService } from "../objects/object-service.js";
import { firstVariable, type Variables } from "../objects/variables.js";
import {
  type AccessKey,
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
  return {
    list: listObjects,
    root: "",
    http: {
      baseUrl: bucketUrl(bucket, { region, endpoint, pathStyle }),
      authorize: async (request) => {
        const found = credentials === "none" ? undefined : (given ?? findAmazonCredentials(variables));
        if (found === undefined) return;
        const { signAmazonRequest } = await import("./sign-amazon-request.js");
        await signAmazonRequest(request, { credentials: found, region, time: new Date() });
      },
      fault: (answer) => amazonFault(bucket, answer),
    },
  };
}
