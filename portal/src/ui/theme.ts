import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** The product's own colour: a deep, quiet teal that holds its contrast on light and on dark. */
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
  // 8 on white and 3 on dark both have more than 4.5 : 1 against text.
  primaryShade: { light: 8, dark: 7 },
  colors: { petrol },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace',
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  // A dialog's header is no banner of the page; as a <header> it would be announced as a second one.
  components: { ModalHeader: { defaultProps: { component: "div" } } },
});

/** Quiet text that is still read easily: the default greys have less than 4.5 : 1. */
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
