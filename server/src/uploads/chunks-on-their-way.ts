interface Place {
  fileId: string;
  index: number;
}

interface Tries {
  count: number;
  /** When any one of them ends. */
  ended: PromiseWithResolvers<void>;
}

/** The chunks this process is receiving right now, so that one can wait for the one before it instead of being refused. */
export class ChunksOnTheirWay {
  readonly #tries = new Map<string, Tries>();

  /** Resolves when a try at that chunk ends, well or badly; undefined when there is none. A hung one does not hold up its retry. */
  findEnd({ fileId, index }: Place): Promise<void> | undefined {
    return this.#tries.get(`${fileId} ${index}`)?.ended.promise;
  }

  async during<Result>({ fileId, index }: Place, receive: () => Promise<Result>): Promise<Result> {
    const key = `${fileId} ${index}`;
    const tries = this.#tries.get(key) ?? { count: 0, ended: Promise.withResolvers<void>() };
    this.#tries.set(key, tries);
    tries.count += 1;
    try {
      return await receive();
    } finally {
      tries.count -= 1;
      tries.ended.resolve();
      tries.ended = Promise.withResolvers();
      if (tries.count === 0) this.#tries.delete(key);
    }
  }
}
