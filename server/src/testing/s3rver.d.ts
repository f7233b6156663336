declare module "@20minutes/s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent?: boolean;
      allowMismatchedSignatures?: boolean;
      configureBuckets?: { name: string; configs: string[] }[];
    });
    configureBuckets(): Promise<void>;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }
}
