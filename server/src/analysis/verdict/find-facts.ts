import type { Criterion } from "../criteria.ts";
import type { Facts } from "../findings/findings.ts";
import { modalities } from "../language/modality.ts";
import type { Language } from "../language/words.ts";
import type { TermNames } from "../passages/parties.ts";
import { type Passage, toTextWithContext } from "../passages/passages.ts";
import { findDistinctiveWords } from "./distinctive-words.ts";
import type { Reason } from "./reason.ts";

/** What the reason rests on, as far as the first passage shows it. */
export function findFacts(
  reason: Reason,
  criterion: Pick<Criterion, "figure" | "dutyBy">,
  first: Passage | undefined,
  { names, languageOf }: { names: Pick<TermNames, "obligedParty">; languageOf(passage: Passage): Language },
): Facts {
  if (first === undefined) return {};
  const language = languageOf(first);
  const words = findDistinctiveWords(reason, criterion, first.text, language);
  if (reason === "not_binding") return words === undefined ? {} : { weakWords: words };
  if (reason === "figure_not_met" || reason === "figure_absent")
    return {
      ...(criterion.figure !== undefined && { requiredFigure: criterion.figure }),
      ...(words !== undefined && { foundFigure: words }),
    };
  if (reason === "other_party") {
    const party = names.obligedParty(toTextWithContext(first));
    return party === undefined || party === "both" || party === criterion.dutyBy ? {} : { party };
  }
  if (reason === "exception") {
    const exception = findException(first, language);
    return exception === undefined ? {} : { exception };
  }
  return {};
}

/** From the word that opens the exception to the end of its clause, if that is on the page of the quote. */
function findException({ text, start, end }: Passage, language: Language): Facts["exception"] {
  const opening = modalities[language].exception.exec(text);
  if (opening === null) return undefined;
  const length = text.slice(opening.index).search(/[;.)](?:\s|$)|$/u);
  const words = text.slice(opening.index, opening.index + length).trimEnd();
  const exception = { start: start + opening.index, end: start + opening.index + words.length };
  return exception.end <= end ? exception : undefined;
}
