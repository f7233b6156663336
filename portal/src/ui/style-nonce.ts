/** Applies the page's CSP nonce, which the server inserts, to styles created at run time. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";

declare global {
  // Libraries that inject styles read it here (react-style-singleton, used by Mantine's dialogs).
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = styleNonce;
