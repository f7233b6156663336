import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { AppError } from "../platform/app-error.ts";
import { BlobMissing, type BlobStore, type BlobUpload, type Bytes, type PartPlace } from "../uploads/blob-store.ts";
import { openS3Client, type S3Settings } from "./s3-client.ts";
import { throwStorageError } from "./storage-error.ts";

const megabyte = 1024 * 1024;
/** S3's limits: the smallest part except the last, the largest object, the highest part number. */
const minPartBytes = 5 * megabyte;
const maxBlobBytes = 5 * megabyte * megabyte;
const highestPartNumber = 10_000;
/** Each chunk has at least this many part numbers, one for each attempt. */
const minSlotsPerChunk = 4;
/** A file of unknown length is sent in pieces of this size, one of which is in memory at a time. */
const pieceBytes = 8 * megabyte;
const prefix = "blobs/";
/** Putting parts together takes longer than other requests. */
const joining = { requestTimeout: 60_000 };
/** A piece of 8 MiB has a minute. */
const sending = (bytes: number) => ({ requestTimeout: 10_000 + bytes / 160 });
/** A caller's bytes arrive as slowly as the caller sends them. */
const unlimited = { requestTimeout: 0 };

export interface S3BlobStore extends BlobStore {
  /** Describes the permission that the account lacks to tell a missing blob from a denied one, if any. */
  findMissingPermission(): Promise<string | undefined>;
  close(): void;
}

/** Chunks are parts of a multipart upload, so that no byte is stored twice or copied. */
export function openS3BlobStore(settings: S3Settings): S3BlobStore {
  const { bucket } = settings;
  const client = openS3Client(settings);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  async function begin(key: string): Promise<BlobUpload> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(key)));
    if (UploadId === undefined) throw noStoresAnswer();
    return { key, upload: UploadId };
  }

  async function sendPart(
    { key, upload }: BlobUpload,
    partNumber: number,
    body: Readable | Buffer,
    sizeBytes: number,
    abortSignal?: AbortSignal,
  ): Promise<string> {
    const part = { UploadId: upload, PartNumber: partNumber, Body: body, ContentLength: sizeBytes };
    const { ETag } = await client
      .send(new UploadPartCommand({ ...at(key), ...part }), {
        ...(body instanceof Readable ? unlimited : sending(sizeBytes)),
        ...(abortSignal && { abortSignal }),
      })
      .catch((error: unknown) => {
        throw isMissing(error)
          ? new AppError("upload_session_ended", "The upload has ended; start a new one.", { cause: error })
          : error;
      });
    if (ETag === undefined) throw noStoresAnswer();
    return `${partNumber} ${ETag}`;
  }

  async function finish({ key, upload }: BlobUpload, receipts: string[]): Promise<void> {
    const Parts = receipts.map((receipt) => {
      const [number, etag] = receipt.split(" ");
      return { PartNumber: Number(number), ETag: etag };
    });
    try {
      const { ETag } = await client.send(
        new CompleteMultipartUploadCommand({ ...at(key), UploadId: upload, MultipartUpload: { Parts } }),
        joining,
      );
      if (ETag === undefined) throw noStoresAnswer();
    } catch (error) {
      // Already assembled, by an attempt whose answer was lost.
      if (!isMissing(error)) throw error;
      await client.send(new HeadObjectCommand(at(key))).catch(throwBlobMissing(key));
    }
  }

  async function putPieces(key: string, pieces: AsyncGenerator<Buffer, undefined>): Promise<void> {
    const first = await pieces.next();
    const second = first.done ? first : await pieces.next();
    if (first.done) throw new Error("a blob must not be empty");
    if (second.done) {
      const { value: Body } = first;
      const put = new PutObjectCommand({ ...at(key), Body, ContentLength: Body.length });
      const { ETag } = await client.send(put, sending(Body.length));
      if (ETag === undefined) throw noStoresAnswer();
      return;
    }
    const upload = await begin(key);
    try {
      const receipts = [await sendPart(upload, 1, first.value, first.value.length)];
      for (let piece: IteratorResult<Buffer, undefined> = second; !piece.done; piece = await pieces.next()) {
        receipts.push(await sendPart(upload, receipts.length + 1, piece.value, piece.value.length));
      }
      await finish(upload, receipts);
    } catch (error) {
      await abort(upload);
      throw error;
    }
  }

  async function get(key: string, range?: string): Promise<Readable> {
    const { Body } = await client
      .send(new GetObjectCommand({ ...at(key), ...(range && { Range: range }) }))
      .catch(throwBlobMissing(key));
    if (!(Body instanceof Readable)) throw new Error("the store sent no bytes");
    return Readable.from(withStorageErrors(Body));
  }

  async function abort({ key, upload }: BlobUpload): Promise<void> {
    await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: upload })).catch(ignoreMissing);
  }

  return {
    numbersAttempts: true,
    canReadParts: false,
    minPartBytes,
    maxParts: highestPartNumber / minSlotsPerChunk,
    maxBlobBytes,
    begin,
    finish,
    async put(key, bytes) {
      const pieces = joinPieces(bytes, pieceBytes);
      try {
        await putPieces(key, pieces);
      } finally {
        // When the store fails, this ends the source as well.
        await pieces.return(undefined);
      }
    },
    async receivePart(upload, place, bytes) {
      const body = Readable.from(delayLastPiece(bytes), { objectMode: false, highWaterMark: megabyte });
      // When the body fails, the SDK would leave the request hanging and report an error of its own. So the request is
      // aborted at once, and the body's error is thrown.
      let reason: unknown;
      const failed = new AbortController();
      body.once("error", (error) => {
        reason = error;
        failed.abort();
      });
      const sent = sendPart(upload, slotOf(place), body, place.sizeBytes, failed.signal);
      const receipt = await sent.catch((error: unknown) => {
        // The store may refuse a part before it has received all of it, and the SDK leaves such a request open. If its body
        // ended early, the connection would be reused, and the store would take the next request for the rest of this one.
        failed.abort();
        body.destroy();
        throw reason ?? error;
      });
      return { receipt, keep: async () => undefined, discard: async () => undefined, sha256: unreadable };
    },
    sha256OfPart: unreadable,
    read: (key) => get(key),
    readRange: (key, offsetBytes, sizeBytes) => get(key, `bytes=${offsetBytes}-${offsetBytes + sizeBytes - 1}`),
    async remove(upload) {
      if (upload.upload !== "") await abort(upload);
      await client.send(new DeleteObjectCommand(at(upload.key))).catch(ignoreMissing);
    },
    async removeLeftovers(before, isNeeded) {
      let removed = 0;
      let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
      while (marker !== undefined) {
        const page: ListPage = await client.send(
          new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }),
        );
        for (const { Key = "", UploadId = "", Initiated } of page.Uploads ?? []) {
          const key = Key.slice(prefix.length);
          if (Initiated === undefined || Initiated >= before || (await isNeeded(key))) continue;
          await abort({ key, upload: UploadId });
          removed += 1;
        }
        marker = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker ?? "", UploadIdMarker: page.NextUploadIdMarker ?? "" }
          : undefined;
      }
      return removed;
    },
    // A bucket has no end.
    checkRoom: async () => undefined,
    async check() {
      const probe = at(`probe-${randomUUID()}`);
      await client.send(new PutObjectCommand({ ...probe, Body: "ok" }));
      await client.send(new DeleteObjectCommand(probe));
    },
    // "If you don't have the s3:ListBucket permission, Amazon S3 returns an HTTP status code 403" for a missing object. A
    // 403 does not count as missing: an hour of denied access would otherwise fail every document of that hour for good.
    async findMissingPermission() {
      try {
        await get(`probe-${randomUUID()}`);
      } catch (error) {
        if (error instanceof Error && error.name === "AccessDenied")
          return "the store denies access to a missing file: grant the account s3:ListBucket on the bucket and s3:GetObject on its objects; until then, a document whose file is lost is retried instead of failing";
        if (!(error instanceof BlobMissing)) throw error;
      }
      return undefined;
    },
    close: () => client.destroy(),
  };
}

interface ListPage {
  Uploads?: { Key?: string | undefined; UploadId?: string | undefined; Initiated?: Date | undefined }[] | undefined;
  IsTruncated?: boolean | undefined;
  NextKeyMarker?: string | undefined;
  NextUploadIdMarker?: string | undefined;
}

/**
 * A part that is sent again replaces the earlier one, acknowledged or not. Part numbers only have to increase, so each
 * chunk has as many of them as fit, and every attempt uses the next: a late attempt cannot overwrite the one that counts.
 */
function slotOf({ index, totalParts, attempt }: PartPlace): number {
  const slots = Math.floor(highestPartNumber / totalParts);
  return index * slots + (attempt % slots) + 1;
}

/** Reports a broken connection as a storage error, and closes the connection when the reader stops early. */
function withStorageErrors(bytes: Readable): AsyncIterable<Buffer> {
  const pieces: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => pieces.next().catch(throwStorageError),
      // Destroyed directly: the iterator's own return would wait for the next piece.
      async return() {
        bytes.destroy();
        return { done: true, value: undefined };
      },
    }),
  };
}

/**
 * Sends the last piece only after the source has ended without an error. A part that fails its checks at the very end then
 * stays incomplete instead of replacing an earlier one.
 */
async function* delayLastPiece(bytes: Bytes): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const piece of bytes) {
    if (held !== undefined) yield held;
    held = piece;
  }
  if (held !== undefined) yield held;
}

async function* joinPieces(bytes: Bytes, size: number): AsyncGenerator<Buffer, undefined> {
  let gathered: Buffer[] = [];
  let held = 0;
  for await (const piece of bytes) {
    gathered.push(piece);
    held += piece.length;
    if (held < size) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    held = 0;
  }
  if (held > 0) yield Buffer.concat(gathered);
}

/** A proxy's page with status 200, for example. The bytes are not stored. */
function noStoresAnswer(): AppError {
  return new AppError("unavailable", "The file store did not answer as expected; try again shortly.", {
    retryAfterSeconds: 5,
  });
}

function unreadable(): Promise<never> {
  return Promise.reject(new Error("S3 cannot read parts before the upload is complete"));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NoSuchUpload", "NoSuchKey", "NotFound"].includes(error.name);
}

function throwBlobMissing(key: string): (error: unknown) => never {
  return (error) => {
    throw isMissing(error) ? new BlobMissing(key, { cause: error }) : error;
  };
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
