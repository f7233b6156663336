import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** The brand colour: a deep teal with enough contrast on light and dark backgrounds. */
const petrol: MantineColorsTuple = [
  "#e8f5f8",
  "#d3e7ec",
  "#a4ced9",
  "#73b4c5",
  "#4d9fb4",
  "#3491aa",
  "#1f7f99",
  "#0b6b84",
  "#0b5c74",
  "#004d63",
];

export const theme = createTheme({
  primaryColor: "petrol",
  // White text on the eighth shade has a contrast above 4.5 : 1, for teal and red.
  primaryShade: 8,
  colors: { petrol },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace',
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // A <header> inside a dialog would count as the page's banner landmark.
    ModalTitle: { defaultProps: { fw: 650 } },
    DrawerTitle: { defaultProps: { fw: 650, size: "lg" } },
    ModalHeader: { defaultProps: { role: "none" } },
    NavLink: { styles: { root: { borderRadius: "var(--mantine-radius-md)" } } },
    DrawerHeader: { defaultProps: { role: "none" } },
  },
});

/** Dimmed text: the default greys have a contrast below 4.5 : 1. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": colors["gray"]?.[7] ?? "#495057",
    "--mantine-color-placeholder": colors["gray"]?.[7] ?? "#495057",
    "--mantine-color-error": colors["red"]?.[9] ?? "#c92a2a",
  },
  dark: {
    "--mantine-color-dimmed": colors["dark"]?.[1] ?? "#b8b8b8",
    "--mantine-color-placeholder": colors["dark"]?.[1] ?? "#b8b8b8",
    "--mantine-color-error": colors["red"]?.[4] ?? "#ff8787",
  },
});
