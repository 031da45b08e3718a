declare module "s3rver" {
  import type { RequestListener } from "node:http";

  /** Objects in a folder behind the interface of S3; the part of it that tests use. */
  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
