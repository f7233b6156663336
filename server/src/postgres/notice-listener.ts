import { Client, type QueryResultRow } from "pg";

const reconnectMilliseconds = 500;
/** A connection on which nothing is answered for this long is as good as lost. */
const silenceMilliseconds = 15_000;

export interface NoticeListener {
  /** On the listening connection itself, for what belongs to its session. */
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

interface ListenerOptions {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  /** Other channels on the same connection, and what to do at a notice there. */
  others?: Record<string, () => void>;
  /** Connected, also again: whatever was said meanwhile has been missed. */
  onConnected?: () => void;
  /** The session is over, with all that belonged to it. */
  onLost?: () => void;
  onError: (error: unknown) => void;
}

/** Hears what other connections notify the moment it commits, on any node. A lost connection is taken up again. */
export async function listenFor(options: ListenerOptions): Promise<NoticeListener> {
  const { url, channel, onNotice, others = {}, onConnected, onLost, onError } = options;
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
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
      query_timeout: silenceMilliseconds,
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
    fresh.on("notification", (notice) =>
      notice.channel === channel ? onNotice(notice.payload ?? "") : others[notice.channel]?.(),
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
      const asked = client;
      try {
        return (await asked.query(text, values)).rows;
      } catch (error) {
        // Whatever went wrong, what belongs to this session is in doubt: its end is heard of, and a new one begun.
        asked.end().catch(() => undefined);
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
