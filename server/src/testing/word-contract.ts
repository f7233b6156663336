import {
  AlignmentType,
  Bookmark,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  InsertedTextRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  SectionType,
  SimpleField,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";

/** A data processing agreement as a Word file, with everything that a redline has to leave as it is. */

const counted = {
  reference: "clauses",
  levels: [
    { level: 0, format: LevelFormat.DECIMAL, text: "%1.", alignment: AlignmentType.START },
    { level: 1, format: LevelFormat.DECIMAL, text: "%1.%2", alignment: AlignmentType.START },
  ],
};
const revision = { author: "Counterparty", date: "2025-01-01T00:00:00Z" };

const title = (text: string) =>
  new Paragraph({ text, heading: HeadingLevel.HEADING_1, numbering: { reference: "clauses", level: 0 } });
const clause = (...children: ConstructorParameters<typeof TextRun>[0][]) =>
  new Paragraph({
    children: children.map((child) => new TextRun(child)),
    numbering: { reference: "clauses", level: 1 },
  });
const row = (...cells: string[]) =>
  new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });

export function wordContract(): Promise<Buffer> {
  const document = new Document({
    title: "Data Processing Agreement",
    comments: { children: [{ id: 0, author: "Counterparty", children: [new Paragraph("Please check this clause.")] }] },
    footnotes: { 1: { children: [new Paragraph("As amended in 2025.")] } },
    numbering: { config: [counted] },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph("Confidential")] }) },
        footers: {
          default: new Footer({
            children: [new Paragraph({ children: [new TextRun({ children: ["Page ", PageNumber.CURRENT] })] })],
          }),
        },
        children: [
          new Paragraph({ text: "Data Processing Agreement", heading: HeadingLevel.TITLE }),
          new Paragraph(
            'Alder Retail AB (the "Controller") and Fernhill Hosting Ltd (the "Processor") conclude this agreement under Article 28 of Regulation (EU) 2016/679.',
          ),
          title("Instructions"),
          clause("The Processor processes personal data only on documented instructions from the Controller."),
          title("Confidentiality"),
          clause(
            "The Processor ensures that all persons authorised to process the personal data have committed themselves to confidentiality.",
          ),
          title("Personal data breaches"),
          clause("The Processor keeps a register of security incidents and reviews it every quarter."),
          title("Sub-processors"),
          new Paragraph({
            numbering: { reference: "clauses", level: 1 },
            children: [
              new CommentRangeStart(0),
              new TextRun("The Processor may engage any sub-processor "),
              new TextRun({ text: "at its own discretion", bold: true }),
              new TextRun(" and without the authorisation of the Controller"),
              new FootnoteReferenceRun(1),
              new TextRun("."),
              new CommentRangeEnd(0),
              new TextRun({ children: [new CommentReference(0)] }),
              new TextRun(" The list is kept at the "),
              new InsertedTextRun({ text: "second ", id: 7, ...revision }),
              new DeletedTextRun({ text: "first ", id: 8, ...revision }),
              new ExternalHyperlink({ link: "https://example.com", children: [new TextRun("address")] }),
              new TextRun("."),
            ],
          }),
          title("Fees"),
          new Table({ rows: [row("Service", "Fee"), row("Hosting", "100 a month, without any notice")] }),
          new Paragraph({
            children: [
              new Bookmark({ id: "fees", children: [new TextRun("Fees are due in ")] }),
              new SimpleField("NUMPAGES", "thirty"),
              new TextRun(" days."),
            ],
          }),
        ],
      },
      {
        properties: { type: SectionType.NEXT_PAGE },
        children: [
          new Paragraph({ text: "Annex", heading: HeadingLevel.HEADING_1 }),
          new Paragraph("It lists the places of the processing: Dublin and Malmö."),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
