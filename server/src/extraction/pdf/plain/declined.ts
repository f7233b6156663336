/** The page, or the whole file, has something that is left to PDFium. Never a fault of the file or of ours. */
export class Declined extends Error {
  override readonly name = "Declined";
}

/** Reading on would take more than it could gain, on this page and surely on others of its file. */
export class TooCostly extends Declined {}
