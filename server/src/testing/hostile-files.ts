import type { Reader } from "../extraction/extracted-file.ts";
import { readCsv } from "../extraction/office/read-csv.ts";
import { readDocx } from "../extraction/office/read-docx.ts";
import { readOdt } from "../extraction/office/read-odt.ts";
import { readPresentation } from "../extraction/office/read-presentation.ts";
import { readWorkbook } from "../extraction/office/read-workbook.ts";
import { readHtml } from "../extraction/text/read-html.ts";
import { readMarkdown } from "../extraction/text/read-markdown.ts";
import { readRtf } from "../extraction/text/read-rtf.ts";
import { readText } from "../extraction/text/read-text.ts";
import { docxBytes, inlineRow, odfBytes, pptxBytes, slideShape, wordParagraph, xlsxBytes } from "./sample-office.ts";

/** A file of a format, with `size` of what makes it hostile. */
export interface HostileFile {
  reader: Reader;
  build(size: number): Buffer | string;
}

const docx = (body: (size: number) => string, parts?: (size: number) => Record<string, string>): HostileFile => ({
  reader: readDocx,
  build: (size) => docxBytes({ body: body(size), ...(parts && { parts: parts(size) }) }),
});
const odt = (body: (size: number) => string, automaticStyles?: (size: number) => string): HostileFile => ({
  reader: readOdt,
  build: (size) =>
    odfBytes({ kind: "text", body: body(size), ...(automaticStyles && { automaticStyles: automaticStyles(size) }) }),
});
const ods = (rows: (size: number) => string): HostileFile => ({
  reader: readWorkbook,
  build: (size) => odfBytes({ kind: "spreadsheet", body: `<table:table table:name="S">${rows(size)}</table:table>` }),
});
const xlsx = (rows: (size: number) => string, sharedStrings?: string): HostileFile => ({
  reader: readWorkbook,
  build: (size) => xlsxBytes({ sheets: [{ name: "S", rows: rows(size) }], ...(sharedStrings && { sharedStrings }) }),
});
const html = (build: (size: number) => string): HostileFile => ({ reader: readHtml, build });
const markdown = (build: (size: number) => string): HostileFile => ({ reader: readMarkdown, build });
const rtf = (body: (size: number) => string): HostileFile => ({
  reader: readRtf,
  build: (size) => `{\\rtf1\\ansi ${body(size)}}`,
});

const numbered = (size: number, one: (at: number) => string) =>
  Array.from({ length: size }, (_, at) => one(at)).join("");
const cell = (attributes: string, inside = "<text:p>Words of a cell</text:p>") =>
  `<table:table-cell ${attributes}>${inside}</table:table-cell>`;
const row = (cells: string, attributes = "") => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const wordCell = (properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph("Words")}</w:tc>`;

/** Every attribute by which a few bytes stand for many, and every structure that a reader looks through again and again. */
export const hostileFiles: Record<string, HostileFile> = {
  "ODS number-columns-repeated": ods((size) => row(cell(`table:number-columns-repeated="${size}"`))),
  "ODS number-rows-repeated": ods((size) => row(cell(""), `table:number-rows-repeated="${size}"`)),
  "ODS rows and columns repeated": ods((size) =>
    row(cell(`table:number-columns-repeated="${size}"`), `table:number-rows-repeated="${size}"`).repeat(3),
  ),
  "ODS columns spanned": ods((size) => row(cell(`table:number-columns-spanned="${size}"`))),
  "ODT number-columns-repeated": odt(
    (size) => `<table:table>${row(cell(`table:number-columns-repeated="${size}"`)).repeat(20)}</table:table>`,
  ),
  "ODT repeated tables within repeated cells": odt((size) => {
    let inside = "<text:p>Words</text:p>";
    for (let depth = 0; depth < 6; depth++)
      inside = `<table:table>${row(cell(`table:number-columns-repeated="${size}"`, inside))}</table:table>`;
    return inside;
  }),
  "ODT text:s": odt((size) => `<text:p>a<text:s text:c="${size}"/>b</text:p>`),
  "ODT outline levels": odt((size) =>
    numbered(size, (at) => `<text:h text:outline-level="${at}">Heading</text:h>`).concat("<text:p>Words</text:p>"),
  ),
  "ODT list with a long prefix": odt(
    (size) =>
      `<text:list text:style-name="L">${"<text:list-item><text:p>x</text:p></text:list-item>".repeat(size)}</text:list>`,
    (size) =>
      `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="${"x".repeat(size)}"/></text:list-style>`,
  ),
  "DOCX paragraphs": docx((size) => wordParagraph("The processor keeps records.").repeat(size)),
  "DOCX runs": docx((size) => `<w:p>${"<w:r><w:t>word </w:t></w:r>".repeat(size)}</w:p>`),
  "DOCX gridSpan and vMerge": docx(
    (size) =>
      `<w:tbl>${`<w:tr>${wordCell(`<w:gridSpan w:val="${size}"/><w:vMerge w:val="restart"/>`)}${wordCell("<w:vMerge/>")}</w:tr>`.repeat(size)}</w:tbl>`,
  ),
  "DOCX deep tables": docx((size) => {
    const depth = Math.min(60, size);
    return `${"<w:tbl><w:tr><w:tc>".repeat(depth)}${wordParagraph("Words").repeat(size)}${"</w:tc></w:tr></w:tbl>".repeat(depth)}`;
  }),
  "DOCX one footnote from many places": docx(
    (size) => `<w:p>${'<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(size)}<w:r><w:t>x</w:t></w:r></w:p>`,
    (size) => ({ footnotes: `<w:footnote w:id="1">${wordParagraph("Note. ".repeat(size))}</w:footnote>` }),
  ),
  "DOCX sections with one header": docx(
    (size) =>
      `<w:p><w:pPr><w:sectPr><w:headerReference r:id="header1"/></w:sectPr></w:pPr><w:r><w:t>Words</w:t></w:r></w:p>`.repeat(
        size,
      ),
    (size) => ({ header1: wordParagraph("Header. ".repeat(size)) }),
  ),
  "DOCX list with a long number": docx(
    (size) =>
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'.repeat(
        size,
      ),
    (size) => ({
      numbering: `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${"%1".repeat(size)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
    }),
  ),
  "DOCX lists with many levels": docx(
    () => wordParagraph("Words"),
    (size) => ({
      numbering: `<w:abstractNum w:abstractNumId="0">${numbered(size, (at) => `<w:lvl w:ilvl="${at}"/>`)}</w:abstractNum>${numbered(size, (at) => `<w:num w:numId="${at}"><w:abstractNumId w:val="0"/></w:num>`)}`,
    }),
  ),
  "DOCX outline levels": docx((size) =>
    numbered(
      size,
      (at) => `<w:p><w:pPr><w:outlineLvl w:val="${1 + at / (size + 1)}"/></w:pPr><w:r><w:t>Heading</w:t></w:r></w:p>`,
    ),
  ),
  "XML tag without an equals sign": docx((size) => `<w:p ${"x".repeat(size * 8)}/>${wordParagraph("Words")}`),
  "XML namespaces": docx(
    (size) =>
      `<w:sdt ${numbered(size, (at) => `xmlns:n${at}="u" `)}>${numbered(size, (at) => `<w:sdt xmlns:m${at}="u"/>`)}</w:sdt>${wordParagraph("Words")}`,
  ),
  "XLSX cells of one long shared text": xlsx(
    (size) => `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(size),
    `<si><t>${"Words of one cell. ".repeat(200)}</t></si>`,
  ),
  "XLSX spans and far columns": xlsx((size) =>
    numbered(size, (at) => `<row spans="1:16384"><c r="A${at}"><v>1</v></c><c r="XFD${at}"><v>2</v></c></row>`),
  ),
  "XLSX inline texts": xlsx((size) => inlineRow("The processor keeps records.", "Yes").repeat(size)),
  "PPTX paragraphs": {
    reader: readPresentation,
    build: (size) => pptxBytes([{ shapes: slideShape(Array.from({ length: size }, () => "Words of a slide.")) }]),
  },
  "CSV cells": { reader: readCsv, build: (size) => '"a ""b""",c\n'.repeat(size) },
  "CSV unclosed quotes": { reader: readCsv, build: (size) => `"${',""'.repeat(size)}` },
  "HTML colspan and rowspan": html(
    (size) => `<table>${`<tr><td colspan="${size}" rowspan="${size}">a</td><td>b</td></tr>`.repeat(size)}</table>`,
  ),
  "HTML numbered lists": html((size) => `<ol type="i" start="${size}">${"<li>Words</li>".repeat(size)}</ol>`),
  "HTML nested lists": html((size) => "<ul><li>a".repeat(size)),
  "HTML nested elements": html((size) => "<div>".repeat(size)),
  "HTML nested tables": html((size) => "<table><tr><td>a</td><td>".repeat(Math.min(size, 2000)) + "b".repeat(size)),
  "HTML unclosed formatting": html((size) => `${numbered(size, (at) => `<b id=${at}>`)}${"<p>x".repeat(size)}`),
  "HTML words within a table": html((size) => `<table>${"<b>x</b>".repeat(size)}`),
  "HTML style comments": html((size) => `<p style="${"/*".repeat(size * 4)}">x</p>`),
  "HTML headings": html((size) =>
    numbered(size, (at) => `<h${(at % 5) + 2}>Heading</h${(at % 5) + 2}>`).concat("<p>x</p>"),
  ),
  "RTF headers": rtf((size) => `${numbered(size, (at) => `{\\header ${at}}`)} x`),
  "RTF cells": rtf((size) => "\\trowd\\intbl a\\cell b\\cell\\row ".repeat(size)),
  "RTF groups": rtf((size) => `${"{\\b ".repeat(Math.min(1000, size))}x${"}".repeat(Math.min(1000, size))}`.repeat(20)),
  "Markdown heading of spaces": markdown((size) => `x\n\n# ${" ".repeat(size * 8)}x`),
  "Markdown table of spaces": markdown((size) => `|a|\n${" ".repeat(size * 8)}-x|\n`),
  "Markdown columns": markdown((size) => `${"|a".repeat(size)}|\n${"|-".repeat(size)}|\n${"|b".repeat(size)}|\n`),
  "Markdown fences": markdown(
    (size) => `<!-- a -->${numbered(300, (at) => `\n${"`".repeat(300 - at)}x`)}${"\nx".repeat(size)}`,
  ),
  "Markdown title of spaces": markdown((size) => `---\ntitle: ${" ".repeat(size * 8)}x y\n---\nWords`),
  "Markdown headings": markdown((size) =>
    numbered(size, (at) => `${"#".repeat((at % 5) + 2)} Heading\n\n`).concat("Words"),
  ),
  "text of short lines": { reader: readText, build: (size) => "Scope\n".repeat(size) },
  "text of one wrapped paragraph": {
    reader: readText,
    build: (size) => "the borrower keeps the crate dry and clean all year and re-\n".repeat(size),
  },
  "text of rows": { reader: readText, build: (size) => "a\tb\n  c\td\n  e\n".repeat(size) },
  "text of wide gaps": { reader: readText, build: (size) => `a${"   b".repeat(40)}\n`.repeat(size / 4) },
  "text of spaces": { reader: readText, build: (size) => `${" ".repeat(size * 8)}x\n${" \t".repeat(size * 4)}x` },
  "DOCX bold lines of many sizes": docx((size) =>
    numbered(
      size,
      (at) => `<w:p><w:r><w:rPr><w:b/><w:sz w:val="${size - at + 20}"/></w:rPr><w:t>Scope of this</w:t></w:r></w:p>`,
    ),
  ),
  "text lines": { reader: readText, build: (size) => "1.1 Words\n\n".repeat(size) },
  "text of one line": { reader: readText, build: (size) => "Words ".repeat(size * 4) },
};
