/** Styles that are made in the page carry the nonce of the page's policy; the service puts it into the page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";

declare global {
  // Where libraries look for it that write styles of their own (react-style-singleton, behind Mantine's dialogs).
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = styleNonce;
