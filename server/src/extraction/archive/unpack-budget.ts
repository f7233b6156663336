import { UnreadableFile } from "../extracted-file.ts";
import { type ExtractionLimits, formatSize } from "../extraction-limits.ts";

/** The file unpacks to more than is allowed. Ends the whole file: every further member would fail the same way. */
export class BudgetExceeded extends UnreadableFile {}

type UnpackLimits = Pick<ExtractionLimits, "maxUnpackedBytes" | "maxMembers" | "membersQuota">;

/** Shared by a file and everything nested in it, so that many small bombs count as a large one. */
export class UnpackBudget {
  readonly #limits: UnpackLimits;
  readonly #membersBefore: number;
  #bytes = 0;
  #members = 0;

  /** `membersBefore`: of the document's other files, which count towards the quota. */
  constructor(limits: UnpackLimits, membersBefore = 0) {
    this.#limits = limits;
    this.#membersBefore = membersBefore;
  }

  get membersOfDocument(): number {
    return this.#membersBefore + this.#members;
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
    const { membersQuota } = this.#limits;
    if (membersQuota !== undefined && membersQuota.used + this.membersOfDocument > membersQuota.allowed) {
      throw new BudgetExceeded(
        `With this file there would be more than ${membersQuota.allowed} files in archives and mails, which is the most that may be stored; ${membersQuota.used} were stored before.`,
      );
    }
  }
}
