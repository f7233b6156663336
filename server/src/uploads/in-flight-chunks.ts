interface ChunkId {
  fileId: string;
  index: number;
}

interface Attempts {
  count: number;
  /** Resolved when any one of the attempts ends. */
  ended: PromiseWithResolvers<void>;
}

/** The chunks this process is receiving now, so that a chunk can wait for the one before it instead of being refused. */
export class InFlightChunks {
  readonly #attempts = new Map<string, Attempts>();

  /** Resolves when an attempt at that chunk ends, successful or not; a hung attempt does not delay its retry. */
  findEnd({ fileId, index }: ChunkId): Promise<void> | undefined {
    return this.#attempts.get(`${fileId} ${index}`)?.ended.promise;
  }

  async track<Result>({ fileId, index }: ChunkId, receive: () => Promise<Result>): Promise<Result> {
    const key = `${fileId} ${index}`;
    const attempts = this.#attempts.get(key) ?? { count: 0, ended: Promise.withResolvers<void>() };
    this.#attempts.set(key, attempts);
    attempts.count += 1;
    try {
      return await receive();
    } finally {
      attempts.count -= 1;
      attempts.ended.resolve();
      attempts.ended = Promise.withResolvers();
      if (attempts.count === 0) this.#attempts.delete(key);
    }
  }
}
