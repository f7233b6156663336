// Before the first paint, so that a page in the dark never flashes white.
(() => {
  const kept = localStorage.getItem("assay.colour-scheme");
  const isDark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
