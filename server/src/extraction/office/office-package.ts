import { open } from "node:fs/promises";
import { posix } from "node:path";
import type { PackedMember } from "../../platform/zip-file.ts";
import { openZip, type ZipMember } from "../archive/zip-entries.ts";
import { type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { compoundFileMagic, listCompoundFileNames } from "../format/compound-file.ts";
import {
  childElements,
  findElement,
  parseXml,
  streamXml,
  textContent,
  type XmlElement,
  type XmlOptions,
} from "./stream-xml.ts";

/** An OOXML or ODF file: a ZIP file of named parts. */
export interface OfficePackage {
  has(part: string): boolean;
  names: string[];
  bytes(part: string): Promise<Buffer>;
  /** Undefined if the part is missing; most are optional. */
  xml(part: string): Promise<XmlElement | undefined>;
  units(part: string, options: XmlOptions): AsyncIterable<XmlElement>;
  /** The relationships of an OOXML part. */
  relations(part: string): Promise<Relation[]>;
  /** All of its members in their order, for a copy of the file. */
  packed(): AsyncIterable<PackedMember>;
  close(): Promise<void>;
}

export interface Relation {
  id: string;
  /** The last segment of its type, "styles" or "slide"; the rest differs between editions of the standard. */
  kind: string;
  /** Undefined for an external target. */
  part: string | undefined;
}

const passwordProtected = (): UnreadableFile => new UnreadableFile("The file is protected by a password.");

/** MS-OFFCRYPTO 2.3: an encrypted OOXML file is a compound file. */
async function refuseCompoundFile(path: string): Promise<void> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
  if (bytesRead === 0) throw new UnreadableFile("The file is empty.");
  if (!buffer.equals(compoundFileMagic)) return;
  if ((await listCompoundFileNames(file)).includes("EncryptedPackage")) throw passwordProtected();
  throw new UnreadableFile("The file has an older Office format than its name suggests.");
}

/** A package has a few parts for each slide or sheet, with images. */
const maxEntriesFor = (limits: ReadLimits): number => 10_000 + 4 * limits.maxPages;

/** OOXML part names are case-insensitive. */
const toKey = (part: string): string => part.replace(/^\//, "").toLowerCase();

/** Targets are relative to the part's folder, or begin with a slash. */
function resolveTarget(folder: string, target: string): string {
  return posix.join("/", target.startsWith("/") ? "" : folder, target).slice(1);
}

async function openParts(path: string, limits: ReadLimits): Promise<OfficePackage> {
  await refuseCompoundFile(path);
  const zip = await openZip(path, {
    maxEntries: maxEntriesFor(limits),
    maxUnpackedBytes: limits.maxUnpackedBytes,
  });
  const members = new Map<string, ZipMember>();
  const duplicates = new Set<string>();
  try {
    for (const member of zip.members) {
      if (member.problem !== undefined) throw new UnreadableFile(member.problem);
      if (members.has(toKey(member.name))) duplicates.add(toKey(member.name));
      members.set(toKey(member.name), member);
    }
  } catch (error) {
    await zip.close();
    throw error;
  }

  function getMember(part: string): ZipMember {
    const member = members.get(toKey(part));
    if (member === undefined) throw new UnreadableFile(`The file is damaged: ${part} is missing.`);
    // Programs would disagree about which of the two is the document.
    if (duplicates.has(toKey(part))) throw new UnreadableFile(`The file is damaged: it has ${part} twice.`);
    return member;
  }

  const opened: OfficePackage = {
    names: zip.members.map(({ name }) => name),
    has: (part) => members.has(toKey(part)),
    bytes: (part) => zip.read(getMember(part)),
    async xml(part) {
      return members.has(toKey(part)) ? parseXml(await zip.read(getMember(part))) : undefined;
    },
    units: (part, options) => streamXml(zip.stream(getMember(part)), options),
    async relations(part) {
      const folder = posix.dirname(part);
      const root = await opened.xml(posix.join(folder, "_rels", `${posix.basename(part)}.rels`));
      return childElements(root, "rel:Relationship").map(({ attributes }) => ({
        id: attributes["Id"] ?? "",
        kind: attributes["Type"]?.split("/").at(-1) ?? "",
        part: attributes["TargetMode"] === "External" ? undefined : resolveTarget(folder, attributes["Target"] ?? ""),
      }));
    },
    async *packed() {
      for (const member of zip.members) yield await zip.readPacked(member);
    },
    close: () => zip.close(),
  };
  return opened;
}

export function openOfficePackage(path: string, limits: ReadLimits): Promise<OfficePackage> {
  return withPackage(path, limits, async (opened) => opened);
}

/** For readers that keep the package open: it is closed only if `read` throws. */
export async function withPackage<Result>(
  path: string,
  limits: ReadLimits,
  read: (opened: OfficePackage) => Promise<Result>,
): Promise<Result> {
  const opened = await openParts(path, limits);
  try {
    if (isOpenDocument(opened)) await refuseEncryptedOdf(opened);
    return await read(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The package declares its main part, which is nearly always `usual`. */
export async function findMainPart(opened: OfficePackage, usual: string): Promise<string> {
  const declared = (await opened.relations("")).find(({ kind }) => kind === "officeDocument")?.part;
  return declared !== undefined && opened.has(declared) ? declared : usual;
}

export async function openMainPart(
  opened: OfficePackage,
  usual: string,
): Promise<{ root: XmlElement; relations: Relation[] }> {
  const part = await findMainPart(opened, usual);
  const root = await opened.xml(part);
  if (root === undefined) throw new UnreadableFile(`The file is damaged: ${part} is missing.`);
  return { root, relations: await opened.relations(part) };
}

export const isOpenDocument = (opened: OfficePackage): boolean => opened.has("content.xml");

/** A damaged title does not fail the document. */
async function tryReadTitle(opened: OfficePackage, part: string, ...path: string[]): Promise<string | undefined> {
  try {
    return textContent(findElement(await opened.xml(part), ...path));
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

export const readTitle = (opened: OfficePackage): Promise<string | undefined> =>
  isOpenDocument(opened)
    ? tryReadTitle(opened, "meta.xml", "office:meta", "dc:title")
    : tryReadTitle(opened, "docProps/core.xml", "dc:title");

/** An encrypted ODF file has a readable manifest that names the encrypted parts. */
async function refuseEncryptedOdf(opened: OfficePackage): Promise<void> {
  const manifest = await opened.xml("META-INF/manifest.xml");
  const isEncrypted = childElements(manifest, "manifest:file-entry").some(
    (entry) => findElement(entry, "manifest:encryption-data") !== undefined,
  );
  if (isEncrypted) throw passwordProtected();
}
