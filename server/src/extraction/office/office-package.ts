import { open } from "node:fs/promises";
import { posix } from "node:path";
import { openZip, type ZipMember } from "../archive/zip-entries.ts";
import { type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { compoundFileMagic, namesInCompoundFile } from "../format/compound-file.ts";
import {
  elementsOf,
  findElement,
  parseXml,
  textOf,
  type XmlElement,
  type XmlOptions,
  xmlUnits,
} from "./xml-elements.ts";

/** An OOXML or ODF file: named parts in a ZIP, checked before the first is unpacked. */
export interface OfficePackage {
  has(part: string): boolean;
  names: string[];
  bytes(part: string): Promise<Buffer>;
  /** Undefined when the part is not there: most are optional. */
  xml(part: string): Promise<XmlElement | undefined>;
  units(part: string, options: XmlOptions): AsyncIterable<XmlElement>;
  /** What a part of an OOXML file points to. */
  relations(part: string): Promise<Relation[]>;
  close(): Promise<void>;
}

export interface Relation {
  id: string;
  /** The last word of its type, "styles" or "slide": the words before it differ between editions of the standard. */
  kind: string;
  /** The name of the part, as `OfficePackage` takes it; undefined for what lies outside the file. */
  part: string | undefined;
}

const passwordProtected = (): UnreadableFile => new UnreadableFile("The file is protected by a password.");

/** MS-OFFCRYPTO 2.3: encryption makes a compound file of an OOXML file. */
async function refuseWhatIsNoZip(path: string): Promise<void> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
  if (bytesRead === 0) throw new UnreadableFile("The file is empty.");
  if (!buffer.equals(compoundFileMagic)) return;
  if ((await namesInCompoundFile(file)).includes("EncryptedPackage")) throw passwordProtected();
  throw new UnreadableFile("The file is of an older Office format than its name says.");
}

/** A package has a handful of parts and a few for each slide or sheet, pictures included. */
const entriesAllowed = (limits: ReadLimits): number => 10_000 + 4 * limits.maxPages;

/** Parts are found whatever the case of their names, as the standard of OOXML wants it. */
const keyOf = (part: string): string => part.replace(/^\//, "").toLowerCase();

/** Names in relations are relative to their part's folder, or start at the root. */
function targetPart(folder: string, target: string): string {
  return posix.join("/", target.startsWith("/") ? "" : folder, target).slice(1);
}

async function openParts(path: string, limits: ReadLimits): Promise<OfficePackage> {
  await refuseWhatIsNoZip(path);
  const zip = await openZip(path, {
    maxEntries: entriesAllowed(limits),
    maxUnpackedBytes: limits.maxUnpackedBytes,
  });
  const members = new Map<string, ZipMember>();
  const twice = new Set<string>();
  try {
    for (const member of zip.members) {
      if (member.problem !== undefined) throw new UnreadableFile(member.problem);
      if (members.has(keyOf(member.name))) twice.add(keyOf(member.name));
      members.set(keyOf(member.name), member);
    }
  } catch (error) {
    await zip.close();
    throw error;
  }

  function memberOf(part: string): ZipMember {
    const member = members.get(keyOf(part));
    if (member === undefined) throw new UnreadableFile(`The file is damaged: ${part} is missing.`);
    // Two programs would show two different documents.
    if (twice.has(keyOf(part))) throw new UnreadableFile(`The file is damaged: it has ${part} twice.`);
    return member;
  }

  const opened: OfficePackage = {
    names: zip.members.map(({ name }) => name),
    has: (part) => members.has(keyOf(part)),
    bytes: (part) => zip.read(memberOf(part)),
    async xml(part) {
      return members.has(keyOf(part)) ? parseXml(await zip.read(memberOf(part))) : undefined;
    },
    units: (part, options) => xmlUnits(zip.stream(memberOf(part)), options),
    async relations(part) {
      const folder = posix.dirname(part);
      const root = await opened.xml(posix.join(folder, "_rels", `${posix.basename(part)}.rels`));
      return elementsOf(root, "rel:Relationship").map(({ attributes }) => ({
        id: attributes["Id"] ?? "",
        kind: attributes["Type"]?.split("/").at(-1) ?? "",
        part: attributes["TargetMode"] === "External" ? undefined : targetPart(folder, attributes["Target"] ?? ""),
      }));
    },
    close: () => zip.close(),
  };
  return opened;
}

export function openOfficePackage(path: string, limits: ReadLimits): Promise<OfficePackage> {
  return withPackage(path, limits, async (opened) => opened);
}

/** Opens a package for a reader that keeps it open; what fails on the way closes it. */
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

/** The part everything starts from: the package says which it is, and nearly always it is `usual`. */
export async function mainPart(opened: OfficePackage, usual: string): Promise<string> {
  const stated = (await opened.relations("")).find(({ kind }) => kind === "officeDocument")?.part;
  return stated !== undefined && opened.has(stated) ? stated : usual;
}

/** That part, read, with what it points to. */
export async function openMainPart(
  opened: OfficePackage,
  usual: string,
): Promise<{ root: XmlElement; relations: Relation[] }> {
  const part = await mainPart(opened, usual);
  const root = await opened.xml(part);
  if (root === undefined) throw new UnreadableFile(`The file is damaged: ${part} is missing.`);
  return { root, relations: await opened.relations(part) };
}

export const isOpenDocument = (opened: OfficePackage): boolean => opened.has("content.xml");

/** A title is no reason to refuse a document whose words can be read. */
async function titleIn(opened: OfficePackage, part: string, ...path: string[]): Promise<string | undefined> {
  try {
    return textOf(findElement(await opened.xml(part), ...path));
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

export const titleOf = (opened: OfficePackage): Promise<string | undefined> =>
  isOpenDocument(opened)
    ? titleIn(opened, "meta.xml", "office:meta", "dc:title")
    : titleIn(opened, "docProps/core.xml", "dc:title");

/** An encrypted ODF file keeps its list of parts readable, and says there what is encrypted. */
async function refuseEncryptedOdf(opened: OfficePackage): Promise<void> {
  const manifest = await opened.xml("META-INF/manifest.xml");
  const isEncrypted = elementsOf(manifest, "manifest:file-entry").some(
    (entry) => findElement(entry, "manifest:encryption-data") !== undefined,
  );
  if (isEncrypted) throw passwordProtected();
}
