import { Client } from "pg";
import { revocationChannel } from "./api-key-store.ts";

const reconnectMilliseconds = 500;

export interface RevocationListener {
  close(): Promise<void>;
}

interface ListenerOptions {
  url: string;
  onRevoked: (hash: Buffer) => void;
  onError: (error: unknown) => void;
}

/**
 * Hears of revoked keys the moment they commit on any node. A lost connection is taken up again; what was missed
 * meanwhile is covered by the authenticator, which looks every key up again after a second.
 */
export async function listenForRevocations({ url, onRevoked, onError }: ListenerOptions): Promise<RevocationListener> {
  let isClosed = false;
  let isLost = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function retry(error: unknown): void {
    if (isClosed) return;
    // Once for each outage, not for each try.
    if (!isLost) onError(error);
    isLost = true;
    clearTimeout(timer);
    timer = setTimeout(() => connect().catch(retry), reconnectMilliseconds);
  }

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: url,
      application_name: "assay-listener",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    let isOver = false;
    const lost = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      fresh.end().catch(() => undefined);
      retry(error);
    };
    fresh.on("error", lost);
    fresh.on("end", () => lost(new Error("the listener's connection ended")));
    fresh.on("notification", ({ payload }) => onRevoked(Buffer.from(payload ?? "", "hex")));
    client = fresh;
    await fresh.connect();
    await fresh.query(`LISTEN ${revocationChannel}`);
    isLost = false;
  }

  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
