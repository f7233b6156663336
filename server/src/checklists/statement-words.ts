/** Words of English, German, French and Spanish by which the wording of a criterion is judged. */

/** Verbs that state a duty, as an alternative of a regular expression. */
export const modal =
  "must|shall|should|has to|have to|is required to|are required to|muss|müssen|soll|sollen|hat zu|haben zu|doit|doivent|debe|deben|deberá|deberán";

/** Words that leave open when a statement is met. */
export const vague =
  /(?<![\p{L}\d])(?:appropriate(?:ly)?|adequate(?:ly)?|reasonabl[ey]|sufficient(?:ly)?|suitabl[ey]|proper(?:ly)?|effective(?:ly)?|robust|timely|promptly|regular(?:ly)?|periodic(?:ally)?|from time to time|as needed|as necessary|as required|if needed|if necessary|where necessary|where possible|where feasible|if possible|best efforts?|best practices?|state of the art|industry standards?|angemessen(?:e[nmrs]?)?|geeignet(?:e[nmrs]?)?|ausreichend(?:e[nmrs]?)?|hinreichend(?:e[nmrs]?)?|zeitnah|unverzüglich|regelmäßig(?:e[nmrs]?)?|bei bedarf|soweit (?:möglich|erforderlich)|nach möglichkeit|stand der technik|approprié(?:e?s?)|adéquat(?:e?s?)|raisonnables?|suffisant(?:e?s?)|régulièrement|périodiquement|si nécessaire|au besoin|dans la mesure du possible|état de l'art|adecuad[oa]s?|apropiad[oa]s?|razonables?|suficientes?|periódicamente|regularmente|si es necesario|cuando proceda|en la medida de lo posible)(?![\p{L}\d])/giu;

/** A figure or examples make a vague word checkable: "regularly, at least once a year". */
export const checkable =
  /\d|(?<!\p{L})(?:such as|including|includes?|namely|for example|e\.g\.|at least|at most|no later than|once|annual(?:ly)?|year(?:ly)?|month(?:ly)?|week(?:ly)?|daily|quarter(?:ly)?|einschließlich|insbesondere|zum beispiel|mindestens|spätestens|jährlich|monatlich|quartalsweise|täglich|notamment|y compris|par exemple|au moins|au plus tard|annuel(?:le)?(?:ment)?|mensuel(?:le)?(?:ment)?|por ejemplo|incluid[oa]s?|como mínimo|al menos|a más tardar|anual(?:mente)?|mensual(?:mente)?)(?!\p{L})/iu;

/** Words that join a second statement. */
export const joining = /(?<!\p{L})(?:as well as|and also|in addition|sowie|ainsi que|así como)(?!\p{L})/iu;

/** "must document and test": two verbs of one duty. */
export const twoVerbs =
  /(?<!\p{L})(?:must|shall|should|has to|have to)(?: not)?(?: be)? \p{L}+ (?:and|and\/or|&) (?:be )?\p{L}+(?= (?:the|a|an|all|any|each|every|its|their|it|them|by|in|with|at|to)(?!\p{L})|[.,;]|$)/iu;
