/** The page, or the whole file, has something that is left to PDFium. Never a fault of the file or of ours. */
export class Declined extends Error {
  override readonly name = "Declined";
}
