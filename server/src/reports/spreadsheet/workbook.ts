import { writeZip, ZipMember } from "../../platform/zip-file.ts";
import { stylesXml } from "./cell-styles.ts";
import { type Cell, escapeXml, maxRows, Sheet, type SheetLayout } from "./sheet.ts";

/** A table that continues in another sheet when one is full. */
export interface Table {
  add(cells: Cell[]): void;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** An XLSX file (ECMA-376). Its tables can be filled in any order; only compressed bytes are kept in memory. */
export class Workbook {
  readonly #tables: Sheet[][] = [];
  #count = 0;

  table(layout: SheetLayout): Table {
    const sheets = [this.#open(layout)];
    this.#tables.push(sheets);
    return {
      add: (cells) => {
        let last = sheets.at(-1);
        if (last === undefined || last.rows >= maxRows) {
          last = this.#open({ ...layout, name: `${layout.name} ${sheets.length + 1}` });
          sheets.push(last);
        }
        last.add(cells);
      },
    };
  }

  #open(layout: SheetLayout): Sheet {
    this.#count += 1;
    return new Sheet(this.#count, layout);
  }

  *bytes(): Generator<Uint8Array> {
    const sheets = this.#tables.flat();
    for (const sheet of sheets) sheet.end();
    const part = (name: string, text: string) => {
      const member = new ZipMember(name);
      member.write(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
      member.end();
      return member;
    };
    const styles = new ZipMember("xl/styles.xml");
    styles.write(stylesXml());
    styles.end();
    yield* writeZip([
      part("[Content_Types].xml", contentTypesXml(sheets)),
      part(
        "_rels/.rels",
        `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      part("xl/workbook.xml", workbookXml(sheets)),
      part("xl/_rels/workbook.xml.rels", workbookRelationsXml(sheets)),
      styles,
      ...sheets.map(({ member }) => member),
    ]);
  }
}

function contentTypesXml(sheets: Sheet[]): string {
  const overrides = sheets.map(
    ({ member }) => `<Override PartName="/${member.name}" ContentType="${types}.worksheet+xml"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join("")}</Types>`;
}

function workbookXml(sheets: Sheet[]): string {
  const list = sheets.map(
    ({ layout }, index) => `<sheet name="${escapeXml(layout.name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join("")}</sheets></workbook>`;
}

function workbookRelationsXml(sheets: Sheet[]): string {
  const list = sheets.map(
    ({ member }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="${member.name.slice("xl/".length)}"/>`,
  );
  return `<Relationships xmlns="${packageRelations}">${list.join("")}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
}
