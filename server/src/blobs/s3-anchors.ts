import { ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import type { AnchorKeeper } from "../anchors/keep-anchors.ts";
import { openS3Client, type S3Settings } from "./s3-client.ts";

const prefix = "anchors/";
/** Numbers sort as names. */
const keyOf = (number: number) => `${prefix}${String(number).padStart(12, "0")}.json`;

/** One object for each anchor. With the bucket's own object lock nobody can replace or delete it before its time. */
export function openS3AnchorKeeper({ bucket, ...settings }: S3Settings): AnchorKeeper {
  const client = openS3Client(settings);
  return {
    name: "bucket",
    async findLastNumber() {
      let last: string | undefined;
      for (let token: string | undefined; ; ) {
        const { Contents = [], NextContinuationToken } = await client.send(
          new ListObjectsV2Command({
            ...{ Bucket: bucket, Prefix: prefix },
            ...(token !== undefined && { ContinuationToken: token }),
          }),
        );
        last = Contents.at(-1)?.Key ?? last;
        token = NextContinuationToken;
        if (token === undefined) return last === undefined ? 0 : Number(last.slice(prefix.length, -".json".length));
      }
    },
    async keep(anchors) {
      for (const { number, text } of anchors) {
        // Object lock requires a checksum of the body.
        const input = { Bucket: bucket, Key: keyOf(number), Body: text, ContentType: "application/json" };
        await client.send(new PutObjectCommand({ ...input, ChecksumAlgorithm: "SHA256" }));
      }
    },
  };
}
