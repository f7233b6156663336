import { UnreadableFile } from "../extracted-file.ts";
import { type ExtractionLimits, sizeInWords } from "../extraction-limits.ts";

/**
 * What was sent unpacks to more than is allowed. Unlike a broken member, which fails alone, this ends the whole file:
 * every further member would only fail the same way. What was read of it before is kept.
 */
export class BudgetExceeded extends UnreadableFile {}

/** Shared by a file and all that is nested in it, so that many small bombs count like a large one. */
export class UnpackBudget {
  readonly #limits: Pick<ExtractionLimits, "maxUnpackedBytes" | "maxMembers">;
  #bytes = 0;
  #members = 0;

  constructor(limits: Pick<ExtractionLimits, "maxUnpackedBytes" | "maxMembers">) {
    this.#limits = limits;
  }

  /** Before the bytes are there: what a header promises need not be unpacked to be refused. */
  refuseBeyond(bytes: number): void {
    if (this.#bytes + bytes > this.#limits.maxUnpackedBytes) {
      throw new BudgetExceeded(
        `The file unpacks to more than ${sizeInWords(this.#limits.maxUnpackedBytes)}, which is the most that is read.`,
      );
    }
  }

  takeBytes(bytes: number): void {
    this.refuseBeyond(bytes);
    this.#bytes += bytes;
  }

  takeMember(): void {
    this.#members += 1;
    if (this.#members > this.#limits.maxMembers) {
      throw new BudgetExceeded(
        `The file holds more than ${this.#limits.maxMembers} files, which is the most that is read.`,
      );
    }
  }
}
