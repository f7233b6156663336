import type { ComplianceLevel } from "../../analysis/findings/findings.ts";

/** In the order in which the styles part lists them. */
const styleNames = [
  ...["plain", "head", "title", "score", "literal"],
  ...["compliant", "partially_compliant", "non_compliant", "not_applicable"],
] as const;
export type CellStyle = (typeof styleNames)[number];

export const styleIndex = (style: CellStyle): number => styleNames.indexOf(style);

/** Text colours have enough contrast to their backgrounds. */
const levelColours: Record<ComplianceLevel, { text: string; background: string }> = {
  compliant: { text: "FF0B6B3A", background: "FFE3F4EA" },
  partially_compliant: { text: "FF8A5200", background: "FFFDF0DC" },
  non_compliant: { text: "FFA1221B", background: "FFFBE7E5" },
  not_applicable: { text: "FF4A5560", background: "FFEEF1F4" },
};

const top = '<alignment vertical="top" wrapText="1"/>';

function formatXf(font: number, fill: number, more = "", align = top): string {
  return `<xf numFmtId="0" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"${more}>${align}</xf>`;
}

export function stylesXml(): string {
  const colours = Object.values(levelColours);
  const fonts = [
    '<font><sz val="10"/><name val="Calibri"/></font>',
    '<font><b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font>',
    '<font><b/><sz val="15"/><name val="Calibri"/></font>',
    ...colours.map(({ text }) => `<font><b/><sz val="10"/><color rgb="${text}"/><name val="Calibri"/></font>`),
  ];
  const solid = (colour: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
  const fills = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    solid("FF1F3A4D"),
    ...colours.map(({ background }) => solid(background)),
  ];
  const formats: Record<CellStyle, string> = {
    plain: formatXf(0, 0),
    head: formatXf(1, 2, "", '<alignment vertical="center"/>'),
    title: formatXf(2, 0, "", '<alignment vertical="center"/>'),
    score: formatXf(0, 0).replace('numFmtId="0"', 'numFmtId="164" applyNumberFormat="1"'),
    // Stays a text when the cell is edited.
    literal: formatXf(0, 0, ' quotePrefix="1"'),
    compliant: formatXf(3, 3),
    partially_compliant: formatXf(4, 4),
    non_compliant: formatXf(5, 5),
    not_applicable: formatXf(6, 6),
  };
  const list = (name: string, entries: string[]) => `<${name} count="${entries.length}">${entries.join("")}</${name}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0"/></numFmts>',
    list("fonts", fonts),
    list("fills", fills),
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    list(
      "cellXfs",
      styleNames.map((name) => formats[name]),
    ),
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    "</styleSheet>",
  ].join("");
}
