/** \fcharset of a font → its code page (MS-RTF; RTF 1.9.1, "Font table"). */
export const charsets: Record<number, string> = {
  ...{ 0: "windows-1252", 77: "macintosh", 128: "shift_jis", 129: "euc-kr", 134: "gbk", 136: "big5" },
  ...{ 161: "windows-1253", 162: "windows-1254", 163: "windows-1258", 177: "windows-1255", 178: "windows-1256" },
  ...{ 186: "windows-1257", 204: "windows-1251", 222: "windows-874", 238: "windows-1250" },
};
const codePages: Record<number, string> = {
  ...{ 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 866: "ibm866", 10000: "macintosh", 65001: "utf-8" },
  ...{ 874: "windows-874" },
};

/** Of the code page that a document or a font names. */
export const toEncoding = (page: number): string =>
  codePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : "windows-1252");
