import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: import.meta.dirname,
  base: "/portal/",
  plugins: [react()],
  build: {
    target: "es2023",
    // No data: URLs in pages or style sheets: the content security policy forbids them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { "/v1": "http://127.0.0.1:8080", "/health": "http://127.0.0.1:8080" } },
});
