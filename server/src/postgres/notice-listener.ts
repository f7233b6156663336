import { Client } from "pg";

const reconnectMilliseconds = 500;

export interface NoticeListener {
  close(): Promise<void>;
}

interface ListenerOptions {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  /** Connected, also again: whatever was said meanwhile has been missed. */
  onConnected?: () => void;
  onError: (error: unknown) => void;
}

/** Hears what other connections notify the moment it commits, on any node. A lost connection is taken up again. */
export async function listenFor(options: ListenerOptions): Promise<NoticeListener> {
  const { url, channel, onNotice, onConnected, onError } = options;
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
    fresh.on("notification", ({ payload }) => onNotice(payload ?? ""));
    client = fresh;
    await fresh.connect();
    await fresh.query(`LISTEN ${channel}`);
    isLost = false;
    onConnected?.();
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
