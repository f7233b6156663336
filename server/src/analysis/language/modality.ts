import type { Language } from "./words.ts";

/** How a language expresses obligation, permission, prohibition, exemption and hedging. */
export interface ModalityPatterns {
  /** Takes precedence over the others: "shall be free to", "nothing shall prevent it from". */
  freedom: RegExp;
  /** Nothing limits what is permitted. */
  unlimited: RegExp;
  prohibition: RegExp;
  /** No duty exists: nothing is prohibited, but nothing is owed either. */
  exemption: RegExp;
  obligation: RegExp;
  permission: RegExp;
  /** Hedged: "should", "endeavour", "where feasible". */
  weak: RegExp;
  exception: RegExp;
  negation: RegExp;
}

/** `\w` in a pattern stands for a letter of any of the four languages: "responsabilité", "garantizará". */
const any = (...patterns: string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${patterns.join("|").replaceAll("\\w", "[\\p{L}\\p{N}_]")})(?![\\p{L}\\p{N}])`,
    "iu",
  );

/** "shall not" before one of these prohibits nothing: it narrows a list, or lets something continue. */
const notActions = "apply|include|affect|prejudice|impair|relieve|constitute|imply|expire|lapse";

const hindered = "(?:restrict|prevent|prohibit|preclude|bar)(?:s|ed|red)?(?: [^\\s.;:]+){0,6} from (?:\\w+ly )?\\w+ing";
/** "neither … shall be liable" is an exemption, not a prohibition. */
const notExempted =
  "(?! be (?:liable|obliged|obligated|required|responsible|bound|deemed|prevented|restricted|precluded|prohibited from)(?!\\p{L}))";

export const modalities: Record<Language, ModalityPatterns> = {
  en: {
    freedom: any(
      "(?:be|is|are|remains?) (?:(?!not |no |never )\\w+ )?(?:free|at liberty) to",
      "(?:entitled|permitted|allowed|free),? but not (?:obliged|obligated|required)",
      `(?:shall|will|may|must|does|do|is|are) not (?:be )?${hindered}`,
      `nothing(?: [^\\s.;:]+){0,8} ${hindered}`,
      `(?:neither(?: [^\\s.;:]+){1,6}|no \\w+) (?:shall|will|may|must|is|are) (?:be )?${hindered}`,
    ),
    unlimited: any(
      "(?<!not )for any purposes?(?: whatsoever| it (?:chooses|sees fit))?(?=\\s*(?:[.;,)]|$|without|and |or ))(?!,? (?:other than|except|save|and not|but not))",
      "in any (?:way|manner)(?: whatsoever| it (?:chooses|sees fit))",
      "(?<!(?:including|includes?|but),? )without (?:any )?(?:restrictions?|limitations?)(?! (?:the generality|to|in time))",
      "as (?:it|they|he|she) (?:sees?|thinks?) fit",
      "freely(?! (?:given|available|accessible))",
    ),
    prohibition: any(
      `(?:shall|must|may|will|can|could|should|would)(?: \\w+)? ?not(?! (?:unreasonably|only|limited|(?:\\w+ )?(?:${notActions})|be (?:liable|obliged|obligated|required|responsible|deemed|construed|interpreted|regarded|considered|limited|affected|prevented|unreasonably)))`,
      "cannot",
      "(?:is|are|be) (?:not (?:permitted|allowed|entitled|authori[sz]ed)|prohibited|forbidden|restricted from)",
      // A contract that states a practice prescribes it: "requests are forwarded and not answered".
      "(?:is|are|and|but) (?:not|never) (?:\\w+ )?(?:disclosed|shared|transferred|transmitted|passed on|handed over|sold|published|copied|duplicated|combined|merged|used|reused|processed|accessed|answered|exported|subcontracted|retained|altered|disabled)",
      "refrains? from",
      "(?:agrees?|undertakes?|covenants?) (?:\\w+ )?not to",
      // Excludes "sent to the customer and not to its agents".
      "(?:and |but |^)not to(?! (?:be|exceed|the|an?|any|all|its|their|his|her|our|this|that|these|those|such|other|each|every|third)(?!\\p{L}))",
      "under no circumstances",
      `(?:neither(?: [^\\s.;:]+){1,8}|no \\w+) (?:may|shall|will|must)${notExempted}`,
      `nor (?:may|shall|will|must|can)${notExempted}`,
      "(?:shall|must|may|will|can) (?:neither|never|in no (?:event|case)|at no time|no longer)",
      "(?:is|are|be) not (?:free|at liberty) to",
      "rules? out",
      "no right to",
      "without the (?:prior )?(?:express )?(?:written )?(?:consent|approval|permission)",
    ),
    exemption: any(
      "(?:no|not|nor|without|neither)(?! (?:\\w+ )?(?:affect|relieve|release|impair|prejudice|diminish|limit|reduce|terminate))(?: \\w+){0,3} (?:obligation|duty|obliged|obligated|required|liable|liability|responsible|responsibility|commitment|bound)",
      "neither(?: [^\\s.;:]+){1,8} (?:shall|will|may|must|is|are) (?:be )?(?:liable|obliged|obligated|required|responsible|bound)",
      "need not",
      "needn't",
      "(?:shall|will) not (?:\\w+ )?(?:apply|include)",
      "(?:does|do|did) not (?:\\w+ )?(?:require|oblige|impose|apply|include|cover|extend|provide|offer|accept|keep|maintain|perform|carry|test|review|notify|inform|grant|have|hold|conduct|track|record|give|make|use|need)",
      "(?:is|are|was|were) not (?:\\w+ )?(?:made|kept|given|provided|offered|reviewed|tested|encrypted|recorded|required|planned|available|performed|carried|applied|covered|included|documented|defined|monitored|checked|limited)",
      "at (?:its|their|his|our) (?:sole |own |absolute )*(?:discretion|option)",
      "without (?:prior |any |further )*(?:notice|notification|informing|consent|consulting)",
      "disclaims?",
      "excludes? (?:all|any)",
      "waives?",
    ),
    obligation: any(
      "shall",
      "must",
      "will",
      "(?:is|are|be) (?:required|obliged|obligated|bound|responsible|liable|to)",
      "(?:agrees?|undertakes?|covenants?|commits?) (?:\\w+ )?to",
      "ensures?",
      "has to",
      "have to",
    ),
    permission: any(
      "may",
      "(?:is|are|be) (?:free|entitled|permitted|allowed|authori[sz]ed) to",
      "(?:has|have|retains?|reserves?) (?:the |a )?(?:\\w+ )?right",
      "can",
      "permits?",
      "allows?",
      "grants?",
    ),
    weak: any(
      "should",
      "endeavou?rs?",
      "(?:reasonable|best|commercially reasonable) (?:efforts|endeavours|endeavors)",
      "where (?:feasible|possible|practicable|appropriate|practical)",
      "as (?:appropriate|far as possible|it sees fit|needed)",
      "aims? (?:to|of)",
      "intends? to",
      "tr(?:y|ies) to",
      "encouraged",
      "recommended",
      "from time to time",
      "in due course",
      "may",
      "might",
      "periodically",
    ),
    exception: any(
      "except(?:ing|ions?)?",
      "unless",
      "other than",
      "save (?:for|that|as|to the extent|where)",
      "excluding",
      "provided(?:,? however,?)? that",
      "notwithstanding",
      // "subject to the following conditions" opens a list and is no exception by itself.
      "subject to(?! (?:\\w+ )?following(?! (?:exceptions?|exclusions?)))",
      "to the extent",
      "apart from",
    ),
    negation: any("not", "no", "none", "never", "neither", "nor", "without", "cannot", "nothing", "\\p{L}+n['’]t"),
  },
  de: {
    freedom: any(
      "(?:steht|stehen) (?:(?!nicht )\\S+ ){0,3}frei",
      "nicht(?: daran)? gehindert",
      "(?:nichts|keine \\w+) (?:\\S+ ){0,8}(?:hindert|hindern)",
    ),
    unlimited: any(
      "zu (?:jedem|beliebigen|jeglichen) (?:anderen )?Zweck\\w*",
      "auf jede (?:Art|Weise)",
      "ohne (?:jede |jegliche )?(?:Einschränkung|Beschränkung)\\w*",
      "uneingeschränkt",
      "nach (?:freiem|eigenem) Belieben",
      "frei verwenden",
    ),
    prohibition: any(
      "(?:darf|dürfen|soll|sollen|wird|werden) (?:\\S+ ){0,6}(?:nicht|kein\\w*)",
      "(?:ist|sind) (?:\\S+ ){0,4}(?:untersagt|verboten|unzulässig|nicht (?:gestattet|erlaubt|berechtigt|befugt))",
      "(?:hat|haben) zu unterlassen",
      "weder (?:\\S+ ){1,8}(?:darf|dürfen|wird|werden)",
      "(?:steht|stehen) (?:\\S+ ){0,3}nicht frei",
      "verpflichtet sich, (?:\\S+ ){0,8}nicht",
    ),
    exemption: any(
      "(?:nicht|kein\\w*) (?:\\S+ ){0,3}(?:verpflichtet|Pflicht|Verpflichtung|Haftung|haftet|erforderlich)",
      "nach (?:eigenem|freiem) Ermessen",
      "ohne (?:vorherige )?(?:Ankündigung|Zustimmung|Mitteilung|Benachrichtigung)",
      "haftet nicht",
      "schließt (?:\\S+ ){0,3}aus",
    ),
    obligation: any(
      "muss",
      "müssen",
      "hat (?:\\S+ ){0,10}zu",
      "haben (?:\\S+ ){0,10}zu",
      "(?:ist|sind) (?:\\S+ ){0,3}verpflichtet",
      "verpflichtet sich",
      "wird",
      "werden",
      "stellt sicher",
      "gewährleistet",
      "ist zu",
      "sind zu",
    ),
    permission: any(
      "darf",
      "dürfen",
      "kann",
      "können",
      "(?:ist|sind) (?:\\S+ ){0,3}(?:berechtigt|befugt)",
      "(?:hat|haben) das Recht",
      "gestattet",
      "erlaubt",
    ),
    weak: any(
      "soll(?:te|ten|en)?",
      "bemüht sich",
      "bemühen",
      "nach Möglichkeit",
      "soweit (?:möglich|zumutbar|machbar)",
      "gegebenenfalls",
      "strebt",
      "in der Regel",
      "kann",
      "können",
      "möglichst",
      "von Zeit zu Zeit",
    ),
    exception: any("außer", "ausgenommen", "es sei denn", "sofern nicht", "mit Ausnahme", "vorbehaltlich", "soweit"),
    negation: any("nicht", "kein\\w*", "nie", "niemals", "weder", "noch", "ohne"),
  },
  fr: {
    freedom: any(
      "(?:est|sont|reste|restent|demeure|demeurent) libres? de",
      "(?:rien|aucune (?:disposition|clause|stipulation))(?: \\S+){0,6} n(?:['’]|e )(?:empêche|interdi)\\w*",
    ),
    unlimited: any(
      "à (?:toutes?|n['’]importe quelle) (?:autres? )?fins?(?! utiles)",
      "de (?:toute|quelque) manière",
      "sans (?:aucune )?(?:restriction|limitation|limite)s?(?! de durée)",
      "à sa (?:convenance|guise)",
      "librement(?! (?:donné|consenti)\\w*)",
    ),
    prohibition: any(
      "ne (?:doit|doivent|peut|peuvent|pourra|pourront|saurait|sauraient)(?: \\S+){0,3} (?:pas|aucun\\w*|jamais|en aucun)",
      "(?:est|sont) (?:\\S+ )?(?:interdit\\w*|prohibé\\w*)",
      "s['’](?:interdit|abstient|interdisent|abstiennent)",
      "s['’]engage à ne pas",
      "ni (?:\\S+ ){1,10}ne (?:peut|peuvent|doit|doivent|pourra|pourront)",
      "n['’](?:est|sont) pas libres? de",
      "il est interdit",
    ),
    exemption: any(
      "n['’](?:est|a|ont|assume|encourt)(?: \\S+){0,4} (?:pas|aucun\\w*)(?: \\S+){0,3} (?:tenu\\w*|obligation|obligé\\w*|responsab\\w+)",
      "sans (?:obligation|préavis|notification|consentement|accord|autorisation)",
      "à (?:sa|leur) (?:seule |entière )?discrétion",
      "n['’]est pas tenu\\w*",
      "décline",
    ),
    obligation: any(
      "doit",
      "doivent",
      "devra",
      "devront",
      "est tenu\\w*",
      "sont tenu\\w*",
      "s['’]engage(?:nt)?",
      "veille(?:nt)?",
      "s['’]assure(?:nt)?",
      "garanti(?:t|ssent)",
      "s['’]oblige(?:nt)?",
    ),
    permission: any(
      "peut",
      "peuvent",
      "pourra",
      "pourront",
      "(?:est|sont) autorisé\\w*",
      "a le droit",
      "ont le droit",
      "est libre",
    ),
    weak: any(
      "devrait",
      "devraient",
      "s['’]efforce(?:nt|ra)?",
      "dans la mesure du possible",
      "si possible",
      "le cas échéant",
      "dans les meilleurs délais possibles",
      "de temps à autre",
      "peut",
      "peuvent",
    ),
    exception: any(
      "sauf",
      "à moins que",
      "à l['’]exception",
      "hormis",
      "excepté",
      "sous réserve",
      "à l['’]exclusion",
      "toutefois",
    ),
    negation: any("ne", "n['’]\\w+", "pas", "aucun\\w*", "jamais", "ni", "sans", "non"),
  },
  es: {
    freedom: any(
      "(?<!no )(?:es|son|será|serán|queda|quedan) libres? (?:de|para)",
      "(?:nada|ninguna (?:disposición|cláusula))(?: \\S+){0,8} (?:impid|impedir|prohíb|prohibir)\\w+",
    ),
    unlimited: any(
      "para cualquier (?:otro )?(?:fin|propósito|finalidad)",
      "de cualquier (?:forma|manera|modo)",
      "sin (?:ninguna )?(?:restricci(?:ón|ones)|limitaci(?:ón|ones)|límites?)",
      "como (?:estime|considere) (?:oportuno|conveniente)",
      "(?<!consentimiento[^.;]{0,40})libremente",
    ),
    prohibition: any(
      "no (?:debe|deben|deberá|deberán|puede|pueden|podrá|podrán)",
      "(?:queda|quedan|está|están) (?:\\S+ )?prohibid\\w+",
      "se abstendrá\\w*",
      "se compromete\\w* a no",
      "en ningún caso",
      "ni (?:\\S+ ){1,10}(?:podrá|podrán|puede|pueden|deberá|deberán)",
      "no (?:es|son|será|serán) libres? (?:de|para)",
    ),
    exemption: any(
      "no (?:\\S+ ){0,3}(?:obligad\\w+|obligación|responsab\\w+|requerid\\w+|exigid\\w+)",
      "sin (?:previo aviso|aviso|notificación|consentimiento|autorización|obligación)",
      "a su (?:entera |exclusiva |sola )?discreción",
      "no (?:será|serán) necesari\\w+",
    ),
    obligation: any(
      "debe",
      "deben",
      "deberá",
      "deberán",
      "(?:está|están) obligad\\w+",
      "se (?:compromete|obliga)\\w*",
      "garantiza\\w*",
      "velará\\w*",
      "habrá de",
      "tendrá que",
    ),
    permission: any(
      "puede",
      "pueden",
      "podrá",
      "podrán",
      "(?:está|están) (?:autorizad|facultad)\\w+",
      "tiene\\w* derecho",
    ),
    weak: any(
      "debería\\w*",
      "procurará\\w*",
      "en la medida de lo posible",
      "si es posible",
      "en su caso",
      "cuando proceda",
      "se esforzará\\w*",
      "periódicamente",
      "puede",
      "podrá",
    ),
    exception: any("salvo", "excepto", "a menos que", "a excepción", "con excepción", "sin perjuicio", "siempre que"),
    negation: any("no", "ningún\\w*", "ninguna", "nunca", "jamás", "ni", "sin", "nada"),
  },
};
