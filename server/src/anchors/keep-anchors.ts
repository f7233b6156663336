import type { StoredAnchor } from "./anchor-store.ts";
import { type AuditReceiver, exportAudit } from "./export-audit.ts";
import { type WriteAnchorDeps, writeAnchors } from "./write-anchor.ts";

/** A place outside of the database that keeps anchors: the anchor file, a bucket, a webhook. */
export interface AnchorKeeper {
  name: string;
  /** The number of the last anchor that it has; unknown after a start for one that cannot be asked. */
  findLastNumber(): Promise<number | undefined>;
  keep(anchors: StoredAnchor[]): Promise<void>;
}

interface KeepDeps extends WriteAnchorDeps {
  keepers: AnchorKeeper[];
  receivers: AuditReceiver[];
  onError: (keeper: string, error: unknown) => void;
}

const intervalMilliseconds = 20_000;
/** Once an hour, and at the start. */
const thoroughEvery = 180;
const anchorsPerBatch = 100;

/** Writes anchors at once and three times a minute, and passes them on to every keeper, until closed. */
export function keepAnchors(deps: KeepDeps): { close: () => Promise<void> } {
  const lastNumbers = new Map<AnchorKeeper, number>();
  let running: Promise<void> | undefined;
  let rounds = 0;
  const round = async () => {
    const isThorough = rounds++ % thoroughEvery === 0;
    await writeAnchors(deps, isThorough).catch((error: unknown) => deps.onError("database", error));
    for (const keeper of deps.keepers)
      await passOn(deps, keeper, lastNumbers).catch((error: unknown) => deps.onError(keeper.name, error));
    for (const receiver of deps.receivers)
      await exportAudit(deps, receiver).catch((error: unknown) => deps.onError(receiver.name, error));
  };
  const run = () => {
    running ??= round().finally(() => {
      running = undefined;
    });
    return running;
  };
  void run();
  const timer = setInterval(run, intervalMilliseconds).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
      await run();
    },
  };
}

async function passOn({ db }: KeepDeps, keeper: AnchorKeeper, known: Map<AnchorKeeper, number>): Promise<void> {
  // A keeper that cannot be asked begins with the newest: it may have all others.
  const latest = (await db.anchors.findLatest())?.number ?? 0;
  let last = known.get(keeper) ?? (await keeper.findLastNumber()) ?? Math.max(0, latest - 1);
  while (last < latest) {
    const anchors = await db.anchors.list(last, anchorsPerBatch);
    if (anchors.length === 0) break;
    await keeper.keep(anchors);
    last = anchors.at(-1)?.number ?? last;
  }
  known.set(keeper, last);
}
