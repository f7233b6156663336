import { join } from "node:path";
import { readAnchor } from "./anchors/anchor.ts";
import { type AuditReceiver, toExportLine } from "./anchors/export-audit.ts";
import { type AnchorKeeper, keepAnchors } from "./anchors/keep-anchors.ts";
import type { Config } from "./config.ts";
import { appendLines, readLines } from "./data-directory/anchor-file.ts";
import type { Database } from "./database.ts";
import { sendSyslog } from "./outbound/syslog.ts";
import type { Clock } from "./platform/clock.ts";
import { postText } from "./platform/post-text.ts";
import { makeSigner, type Signer } from "./platform/signer.ts";

/** Beside the database, not in it. */
export const anchorFileName = "anchors.jsonl";

export const makeAnchorSigner = (encryptionKey: Buffer): Signer =>
  makeSigner(encryptionKey, "assay anchor signature v1");

interface ComposeOptions {
  config: Pick<Config, "anchors" | "auditExport">;
  db: Database;
  clock: Clock;
  encryptionKey: Buffer;
  /** The data directory. */
  folder: string;
  onError: (keeper: string, error: unknown) => void;
}

/** Writes anchors and passes them on to the anchor file and to what the operator has configured. */
export async function composeAnchors(options: ComposeOptions): Promise<{ close: () => Promise<void> }> {
  const { config, db, clock, encryptionKey, folder, onError } = options;
  const signer = makeAnchorSigner(encryptionKey);
  const { s3, url } = config.anchors;
  const keepers = [keepInFile(join(folder, anchorFileName), signer)];
  if (s3 !== undefined) keepers.push((await import("./blobs/s3-anchors.ts")).openS3AnchorKeeper(s3));
  if (url !== undefined) keepers.push(keepByPosting(url));
  return keepAnchors({ db, clock, signer, keepers, receivers: buildReceivers(config.auditExport), onError });
}

function keepInFile(path: string, signer: Signer): AnchorKeeper {
  return {
    name: "file",
    async findLastNumber() {
      const last = (await readLines(path)).findLast((line) => readAnchor(signer, line) !== undefined);
      return last === undefined ? 0 : (readAnchor(signer, last)?.number ?? 0);
    },
    keep: (anchors) =>
      appendLines(
        path,
        anchors.map(({ text }) => text),
      ),
  };
}

function buildReceivers({ url, syslog }: Config["auditExport"]): AuditReceiver[] {
  const receivers: AuditReceiver[] = [];
  if (url !== undefined)
    receivers.push({
      name: "audit webhook",
      send: (entries) => postText(url, "application/x-ndjson", `${entries.map(toExportLine).join("\n")}\n`),
    });
  if (syslog !== undefined)
    receivers.push({
      name: "syslog",
      send: (entries) =>
        sendSyslog(
          syslog,
          entries.map((one) => ({ at: one.entry.at, id: one.entry.action, text: toExportLine(one) })),
        ),
    });
  return receivers;
}

function keepByPosting(url: string): AnchorKeeper {
  return {
    name: "webhook",
    findLastNumber: async () => undefined,
    async keep(anchors) {
      for (const { text } of anchors) await postText(url, "application/json", text);
    },
  };
}
