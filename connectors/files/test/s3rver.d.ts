/** The part of the S3 server that the tests use. */
declare module "s3rver" {
  import type { RequestListener } from "node:http";

  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly configureBuckets: ReadonlyArray<{
        readonly name: string;
        readonly configs: readonly string[];
      }>;
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
