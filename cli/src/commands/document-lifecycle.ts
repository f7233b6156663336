import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";
import { printFields } from "../table.ts";
import { readDates } from "./submit.ts";

/** What happens to a document after its submission. */
export const documentLifecycleCommands: Command[] = [
  {
    name: "cancel",
    summary: "Cancel a document that waits or is being analysed.",
    arguments: [{ name: "DOCUMENT" }],
    examples: [["assay cancel 01K…", "End the document at once; its status becomes failed"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const cancelled = await connection.company().cancelDocument(first, { signal });
      if (isJson) json(cancelled);
      else terminal.out([cancelled.status, cancelled.failureReason].filter(Boolean).join(": "));
    },
  },
  {
    name: "retry",
    summary: "Submit the files of a failed document again.",
    arguments: [{ name: "DOCUMENT" }],
    examples: [["assay retry 01K…", "A new document of the same review; the failed one stays"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const retried = await connection.company().retryOwnDocument(first, { signal });
      if (isJson) json(retried);
      else terminal.out(retried.documentId);
    },
  },
  {
    name: "withdraw",
    summary: "Withdraw a document from its review; it stays readable.",
    arguments: [{ name: "DOCUMENT" }],
    examples: [["assay withdraw 01K…", "It no longer counts; assay restore undoes it"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const document = await connection.company().withdrawDocument(first, { signal });
      if (isJson) json(document);
      else terminal.out(`${document.fileName} no longer counts in its review.`);
    },
  },
  {
    name: "restore",
    summary: "Restore a withdrawn document.",
    arguments: [{ name: "DOCUMENT" }],
    examples: [["assay restore 01K…", "It counts in its review again"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const document = await connection.company().restoreDocument(first, { signal });
      if (isJson) json(document);
      else terminal.out(`${document.fileName} counts in its review again.`);
    },
  },
  {
    name: "dates",
    summary: "Show or change until when a document is valid and by when it is to be reviewed.",
    arguments: [{ name: "DOCUMENT" }],
    options: [
      { name: "effective-from", value: "DATE", summary: "Since when it is effective, such as 2026-01-01, or none." },
      { name: "valid-until", value: "DATE", summary: "The last day on which it is valid, or none." },
      { name: "review-by", value: "DATE", summary: "The day by which it is to be reviewed, or none." },
    ],
    examples: [
      ["assay dates 01K…", "Its dates"],
      ["assay dates 01K… --valid-until 2027-12-31 --review-by none", "Changes one and removes another"],
    ],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const company = connection.company();
      const changes = Object.entries(readDates(args)).map(([field, date]) => [field, date === "none" ? null : date]);
      if (changes.length > 0) await company.updateDocument(args.first, Object.fromEntries(changes), { signal });
      const { effectiveFrom, validUntil, reviewBy } = await company.getDocument(args.first, { signal });
      if (isJson) json({ documentId: args.first, effectiveFrom, validUntil, reviewBy });
      else
        printFields(terminal, [
          ["Effective from", effectiveFrom],
          ["Valid until", validUntil],
          ["Review by", reviewBy],
        ]);
    },
  },
  {
    name: "delete",
    summary: "Delete a document for good, with its files, pages and findings.",
    arguments: [{ name: "DOCUMENT" }],
    options: [{ name: "yes", summary: "Do not ask for confirmation." }],
    examples: [
      ["assay delete 01K…", "After you confirm it"],
      ["assay delete 01K… --yes", "In a script"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const company = connection.company();
      if (!has("yes")) {
        const { fileName } = await company.getDocument(first, { signal });
        const answer = await terminal.ask(`Delete ${fileName} for good? Type yes to continue: `, signal);
        if (answer === undefined)
          throw usageError("Confirmation needs a terminal.", "Use --yes to delete without confirmation.");
        if (answer.trim().toLowerCase() !== "yes") throw usageError("Nothing was deleted.");
      }
      await company.deleteDocument(first, { signal });
      if (isJson) json({ documentId: first, isDeleted: true });
      else terminal.out("Deleted.");
    },
  },
  {
    name: "download",
    summary: "Save a submitted file as it was submitted.",
    arguments: [{ name: "DOCUMENT" }],
    options: [{ name: "file", value: "ID", summary: "Which file, if the document has several." }, outOption],
    examples: [
      ["assay download 01K…", "Under its own name"],
      ["assay download 01K… --out - | sha256sum", "To a program"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const company = connection.company();
      const { files } = await company.getDocument(first, { signal });
      const wanted = text("file")?.toUpperCase();
      const chosen = wanted === undefined ? files : files.filter(({ fileId }) => fileId === wanted);
      const [file] = chosen;
      if (file === undefined || chosen.length > 1) {
        const list = files.map(({ fileId, fileName }) => `${fileId}  ${fileName}`).join("\n");
        throw usageError(
          file === undefined ? "The document has no such file." : "Which file?",
          `Use --file ID:\n${list}`,
        );
      }
      const original = await company.getDocumentOriginal(first, file.fileId, { signal });
      const saved = await saveFile(terminal, original, text("out"));
      if (saved === undefined) return;
      if (isJson) json(saved);
      else terminal.out(saved.file);
    },
  },
];
