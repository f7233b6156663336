import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { PDFDocument } from "pdf-lib";
import { casePdf } from "./case-sentences.ts";
import { call, type Submitter, submit } from "./installation.ts";

/** Half of a customer's requests are reads. */
const readsPerJourney = 24;
const itemsPerDocument = 3;
const endSeconds = 180;

/** Receives webhooks, as a customer's system does. */
export interface Receiver {
  url: string;
  /** Resolves with the event type when the webhook reports the document's end. */
  ended(documentId: string): Promise<string>;
  deliveries(): number;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  let count = 0;
  const of = (documentId: string) => {
    const known = waiting.get(documentId) ?? Promise.withResolvers<string>();
    waiting.set(documentId, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const event = JSON.parse(await text(request)) as { type: string; data: { documentId?: string } };
    count += 1;
    response.writeHead(204).end();
    if (/^document\.(completed|failed)$/.test(event.type)) of(event.data.documentId ?? "").resolve(event.type);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async ended(documentId) {
      const { promise } = of(documentId);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`no event for document ${documentId} within ${endSeconds} s`)),
          endSeconds * 1000,
        );
      });
      try {
        return await Promise.race([promise, late]);
      } finally {
        clearTimeout(timer);
        waiting.delete(documentId);
      }
    },
    deliveries: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Quick to judge and still several chunks long: the filling belongs to no page. */
export async function aFileOfChunks(sizeBytes: number): Promise<Buffer> {
  const document = await PDFDocument.load(await casePdf(1));
  const filling = Uint8Array.from({ length: sizeBytes }, (_, at) => (at * 2_654_435_761) >>> 24);
  document.context.register(document.context.stream(filling));
  return Buffer.from(await document.save());
}

export interface JourneyFiles {
  small: Buffer;
  chunked: Buffer;
}

/** Submits one document in one request and one in chunks, reads meanwhile, and reads both results. Returns the number of requests. */
export async function journey(
  url: string,
  submitter: Submitter,
  receiver: Receiver,
  files: JourneyFiles,
): Promise<number> {
  const { key, companyId } = submitter;
  let requests = 0;
  const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    requests += 1;
    return call<Body>(method, url + path, key, body);
  };
  const readPages = async () => {
    const places = [
      `/v1/companies/${companyId}`,
      "/v1/compliance-reviews?limit=20",
      "/v1/documents?limit=20",
      "/v1/webhooks",
    ];
    for (let at = 0; at < readsPerJourney; at++) await ask("GET", places[at % places.length] ?? "");
  };
  const inOneRequest = async () => {
    requests += 1;
    return submit(url, submitter, { name: "contract.pdf", bytes: files.small }, itemsPerDocument);
  };
  const [first, second] = await Promise.all([inOneRequest(), byChunks(), readPages()]);
  for (const documentId of [first, second]) {
    const eventType = await receiver.ended(documentId);
    const { status } = await ask<{ status: string }>("GET", `/v1/documents/${documentId}/result`);
    if (eventType !== "document.completed" || status !== "completed")
      throw new Error(`document ${documentId} is ${status}, but the event is ${eventType}`);
  }
  return requests;

  async function byChunks(): Promise<string> {
    const started = await ask<{
      sessionId: string;
      files: { fileId: string; chunkSizeBytes: number; totalChunks: number }[];
    }>("POST", "/v1/documents/upload/start", {
      files: [{ fileName: "handbook.pdf", fileSize: files.chunked.length }],
      businessEntityId: submitter.businessEntityId,
      complianceFrameworkId: submitter.frameworkId,
      controlId: submitter.controlId,
      selectedControlItemIds: JSON.stringify(submitter.itemIds.slice(0, itemsPerDocument)),
    });
    const [file] = started.files;
    if (file === undefined) throw new Error("the session has no file");
    let documentId: string | null = null;
    for (let index = 0; index < file.totalChunks; index++) {
      const chunk = files.chunked.subarray(index * file.chunkSizeBytes, (index + 1) * file.chunkSizeBytes);
      requests += 1;
      const path = `/v1/documents/upload/${started.sessionId}/files/${file.fileId}/chunks/${index}`;
      const answer = await fetch(url + path, {
        method: "PUT",
        headers: { ...key, "content-type": "application/octet-stream" },
        body: new Uint8Array(chunk),
      });
      const body = (await answer.json()) as { documentId: string | null };
      if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${JSON.stringify(body)}`);
      documentId = body.documentId;
    }
    await ask("GET", `/v1/documents/upload/${started.sessionId}/status`);
    if (documentId === null) throw new Error("the last chunk created no document");
    return documentId;
  }
}
