import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { queryClient } from "../service/query-client.ts";
import { TextsProvider } from "../texts/texts-context.tsx";
import { styleNonce } from "../ui/style-nonce.ts";
import { cssVariables, theme } from "../ui/theme.ts";
import { router } from "./router.tsx";

const colourSchemes = localStorageColorSchemeManager({ key: "assay.colour-scheme" });

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colourSchemes}
      getStyleNonce={() => styleNonce}
    >
      <TextsProvider>
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextsProvider>
    </MantineProvider>
  );
}
