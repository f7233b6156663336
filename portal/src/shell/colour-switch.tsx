import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import styles from "./shell.module.css";

const icons: Record<MantineColorScheme, Icon> = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export function ColourSwitch() {
  const { shell, ui } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labels: Record<MantineColorScheme, string> = { light: shell.light, dark: shell.dark, auto: shell.system };
  const Current = icons[colorScheme];
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles["tool"]} aria-label={ui.labelled(shell.colours, labels[colorScheme])}>
          <Current size={18} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {(["light", "dark", "auto"] as const).map((scheme) => {
          const Choice = icons[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Choice size={16} aria-hidden />}
              fw={scheme === colorScheme ? 650 : 400}
              onClick={() => setColorScheme(scheme)}
            >
              {labels[scheme]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
