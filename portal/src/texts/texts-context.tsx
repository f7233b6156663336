import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { type Formats, makeFormats } from "./formats.ts";
import { keepLanguage, type Language, loadTexts, localeFor, preferredLanguage } from "./language.ts";
import type { Texts } from "./texts.ts";

interface Spoken {
  language: Language;
  texts: Texts;
  formats: Formats;
  speak(language: Language): void;
}

const SpokenContext = createContext<Spoken | undefined>(undefined);

/** Shows nothing until the words are there, which is one small file; then never without them. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(preferredLanguage);
  const [loaded, setLoaded] = useState<{ language: Language; texts: Texts }>();

  useEffect(() => {
    let isWanted = true;
    void loadTexts[wanted]().then((texts) => {
      if (!isWanted) return;
      document.documentElement.lang = wanted;
      setLoaded({ language: wanted, texts });
    });
    return () => {
      isWanted = false;
    };
  }, [wanted]);

  const spoken = useMemo(
    () =>
      loaded && {
        ...loaded,
        formats: makeFormats(localeFor(loaded.language)),
        speak(language: Language) {
          keepLanguage(language);
          setWanted(language);
        },
      },
    [loaded],
  );
  return spoken && <SpokenContext value={spoken}>{children}</SpokenContext>;
}

export function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (spoken === undefined) throw new Error("outside of TextsProvider");
  return spoken;
}

export const useTexts = (): Texts => useSpoken().texts;
export const useFormats = (): Formats => useSpoken().formats;
