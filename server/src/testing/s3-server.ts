import { once } from "node:events";
import { access, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "../blobs/s3-client.ts";

const bucket = "assay-test";

export interface TestS3 {
  settings: S3Settings;
  /** The names of all objects and all open multipart uploads. */
  contents(): Promise<{ objects: string[]; uploads: string[] }>;
  close(): Promise<void>;
}

/**
 * A real S3-compatible server. Aborting and listing multipart uploads, which it lacks, are added here, and an upload is
 * assembled once: with two requests at the same time, the server would empty the object.
 */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), "assay-s3-"));
  const s3rver = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] });
  await s3rver.configureBuckets();
  // For the bucket itself it computes signatures without the trailing slash that other implementations use.
  const answerForBucket = new S3rver({ directory, silent: true, allowMismatchedSignatures: true }).callback();
  const answerForObject = s3rver.callback();
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    (/^\/[^/?]+\/?(\?|$)/.test(request.url ?? "") ? answerForBucket : answerForObject)(request, response);
  const uploadsFolder = join(directory, bucket, "._S3rver_uploads");
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await answerMissingOperation(uploadsFolder, request, response))) await answer(request, response);
  };
  let assembling: Promise<unknown> = Promise.resolve();
  const http = createServer((request, response) => {
    const isAssembling = request.method === "POST";
    const handled = (isAssembling ? assembling : Promise.resolve())
      .then(() => handle(request, response))
      .catch(() => response.writeHead(500).end());
    if (isAssembling) assembling = handled;
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as { port: number };
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    async contents() {
      const files = await readdir(join(directory, bucket, "blobs"), { recursive: true }).catch(() => []);
      const objects = files
        .filter((name) => name.endsWith("_object"))
        .map((name) => name.replace("._S3rver_object", ""));
      return { objects, uploads: await readdir(uploadsFolder).catch(() => []) };
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function answerMissingOperation(
  uploads: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { searchParams } = new URL(request.url ?? "/", "http://s3");
  const uploadId = searchParams.get("uploadId");
  const isKnown =
    uploadId === null ||
    (await access(join(uploads, uploadId)).then(
      () => true,
      () => false,
    ));
  const xml = { "content-type": "application/xml" };
  if (!isKnown) {
    // The server would crash, or accept parts of an aborted upload.
    request.resume();
    response
      .writeHead(404, xml)
      .end("<Error><Code>NoSuchUpload</Code><Message>The upload does not exist.</Message></Error>");
    return true;
  }
  if (request.method === "DELETE" && uploadId !== null) {
    await rm(join(uploads, uploadId), { recursive: true });
    response.writeHead(204).end();
    return true;
  }
  if (request.method === "GET" && searchParams.has("uploads")) {
    const entries = await Promise.all(
      (await readdir(uploads).catch(() => [])).map(async (id) => {
        const key = await readFile(join(uploads, id, "key"), "utf8");
        const { birthtime } = await stat(join(uploads, id));
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`;
      }),
    );
    const body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join("")}</ListMultipartUploadsResult>`;
    response.writeHead(200, xml).end(body);
    return true;
  }
  return false;
}
