import { UnreadableFile } from "../extracted-file.ts";
import { type ExtractionLimits, formatSize } from "../extraction-limits.ts";

/** The file unpacks to more than is allowed. Ends the whole file: every further member would fail the same way. */
export class BudgetExceeded extends UnreadableFile {}

/** Shared by a file and everything nested in it, so that many small bombs count as a large one. */
export class UnpackBudget {
  readonly #limits: Pick<ExtractionLimits, "maxUnpackedBytes" | "maxMembers">;
  #bytes = 0;
  #members = 0;

  constructor(limits: Pick<ExtractionLimits, "maxUnpackedBytes" | "maxMembers">) {
    this.#limits = limits;
  }

  /** Refuses a declared size before anything is unpacked. */
  checkBytes(bytes: number): void {
    if (this.#bytes + bytes > this.#limits.maxUnpackedBytes) {
      throw new BudgetExceeded(
        `The file unpacks to more than ${formatSize(this.#limits.maxUnpackedBytes)}, which is the most that is read.`,
      );
    }
  }

  addBytes(bytes: number): void {
    this.checkBytes(bytes);
    this.#bytes += bytes;
  }

  addMember(): void {
    this.#members += 1;
    if (this.#members > this.#limits.maxMembers) {
      throw new BudgetExceeded(
        `The file holds more than ${this.#limits.maxMembers} files, which is the most that is read.`,
      );
    }
  }
}
