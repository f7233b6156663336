import { Menu, UnstyledButton } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { languageNames, languages } from "../texts/language.ts";
import { useSpoken } from "../texts/texts-context.tsx";
import styles from "./shell.module.css";

export function LanguageSwitch() {
  const { language, texts, speak } = useSpoken();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={styles["tool"]}
          aria-label={texts.ui.labelled(texts.shell.language, `${language.toUpperCase()}, ${languageNames[language]}`)}
        >
          <IconLanguage size={18} aria-hidden />
          <span aria-hidden>{language.toUpperCase()}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((one) => (
          <Menu.Item key={one} lang={one} onClick={() => speak(one)} fw={one === language ? 650 : 400}>
            {languageNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
