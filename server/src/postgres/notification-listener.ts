import { Client, type QueryResultRow } from "pg";

const reconnectMilliseconds = 500;
/** A connection that answers nothing for this long counts as lost. */
const queryTimeoutMilliseconds = 15_000;

export interface NotificationListener {
  /** Runs on the listening connection itself, for session-level locks. */
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

interface ListenerOptions {
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** Other channels on the same connection, each with its handler. */
  others?: Record<string, () => void>;
  /** Called on every connect and reconnect; notifications sent in between are lost. */
  onConnected?: () => void;
  /** Called when the session ends, and its locks with it. */
  onLost?: () => void;
  onError: (error: unknown) => void;
}

/** Receives the notifications that any node commits, and reconnects when the connection is lost. */
export async function openNotificationListener(options: ListenerOptions): Promise<NotificationListener> {
  const { url, channel, onNotification, others = {}, onConnected, onLost, onError } = options;
  let isClosed = false;
  let isLost = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function retry(error: unknown): void {
    if (isClosed) return;
    // Reported once per outage, not once per attempt.
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
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
      query_timeout: queryTimeoutMilliseconds,
    });
    let isOver = false;
    const lost = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      onLost?.();
      fresh.end().catch(() => undefined);
      retry(error);
    };
    fresh.on("error", lost);
    fresh.on("end", () => lost(new Error("the listener's connection ended")));
    fresh.on("notification", (notification) =>
      notification.channel === channel ? onNotification(notification.payload ?? "") : others[notification.channel]?.(),
    );
    client = fresh;
    await fresh.connect();
    for (const name of [channel, ...Object.keys(others)]) await fresh.query(`LISTEN ${name}`);
    isLost = false;
    onConnected?.();
  }

  await connect();
  return {
    async query(text, values) {
      if (client === undefined || isLost) throw new Error("the listener has no connection at the moment");
      const current = client;
      try {
        return (await current.query(text, values)).rows;
      } catch (error) {
        // The state of this session's locks is unknown after an error: end it, which starts a new one.
        current.end().catch(() => undefined);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
