/**
 * From inflected German words to dictionary forms: "stellt … sicher", "sichergestellt", "sicherzustellen" are forms of
 * "sicherstellen".
 */

/** Strong and irregular verbs: infinitive, then the forms that do not follow from it. */
const irregular = `
beginnen begann begannen begonnen|bergen birgt|bieten bot boten geboten|binden band banden gebunden|bitten bat baten gebeten
bleiben blieb blieben geblieben|brechen bricht brach brachen gebrochen|brennen brannte brannten gebrannt
bringen brachte brachten gebracht|denken dachte dachten gedacht|dringen drang drangen gedrungen
empfangen empfängt empfing empfangen|empfehlen empfiehlt empfahl empfohlen|fahren fährt fuhr fuhren gefahren
fallen fällt fiel fielen gefallen|fangen fängt fing fingen gefangen|finden fand fanden gefunden|fliehen floh geflohen
fließen floss flossen geflossen|fordern gefordert|frieren fror gefroren|geben gibt gab gaben gegeben|gehen ging gingen gegangen
gelingen gelang gelangen gelungen|gelten gilt galt galten gegolten|genießen genoss genossen
geschehen geschieht geschah geschahen geschehen|gewinnen gewann gewannen gewonnen|gleichen glich glichen geglichen
graben gräbt grub gegraben|greifen griff griffen gegriffen|halten hält hielt hielten gehalten|hängen hing hingen gehangen
heben hob hoben gehoben|heißen hieß hießen geheißen|helfen hilft half halfen geholfen|kennen kannte kannten gekannt
klingen klang geklungen|kommen kam kamen gekommen|laden lädt lud luden geladen|lassen lässt läßt ließ ließen gelassen
laufen läuft lief liefen gelaufen|leiden litt litten gelitten|leihen lieh geliehen|lesen liest las lasen gelesen
liegen lag lagen gelegen|löschen erlischt|lügen log gelogen|meiden mied mieden gemieden|messen misst maß maßen gemessen
nehmen nimmt nahm nahmen genommen|nennen nannte nannten genannt|raten rät riet rieten geraten|reißen riss rissen gerissen
rennen rannte gerannt|rufen rief riefen gerufen|schaffen schuf schufen geschaffen|scheiden schied schieden geschieden
scheinen schien schienen geschienen|schieben schob schoben geschoben|schießen schoss geschossen
schlafen schläft schlief geschlafen|schlagen schlägt schlug schlugen geschlagen|schließen schloss schlossen geschlossen
schneiden schnitt schnitten geschnitten|schreiben schrieb schrieben geschrieben|schreiten schritt schritten geschritten
schweigen schwieg geschwiegen|schwinden schwand geschwunden|sehen sieht sah sahen gesehen
senden sandte sandten gesandt|sinken sank sanken gesunken|sitzen saß saßen gesessen|sprechen spricht sprach sprachen gesprochen
springen sprang gesprungen|stehen stand standen gestanden|stehlen stiehlt stahl gestohlen|steigen stieg stiegen gestiegen
sterben stirbt starb gestorben|stoßen stößt stieß stießen gestoßen|streichen strich strichen gestrichen
streiten stritt stritten gestritten|tragen trägt trug trugen getragen|treffen trifft traf trafen getroffen
treiben trieb trieben getrieben|treten tritt trat traten getreten|trinken trank getrunken|trügen trog getrogen|tun tut tat taten getan
verderben verdirbt verdarb verdorben|vergessen vergisst vergaß vergessen|verlieren verlor verloren
wachsen wächst wuchs wuchsen gewachsen|wägen wog wogen gewogen|weichen wich wichen gewichen|weisen wies wiesen gewiesen
wenden wandte wandten gewandt|werben wirbt warb geworben|werfen wirft warf warfen geworfen|wiegen wog gewogen
winden wand gewunden|wissen weiß wusste wussten gewusst|ziehen zog zogen gezogen|zwingen zwang zwangen gezwungen`;

/** Each form to its infinitive; participles also without "ge", as after "be-", "ent-", "ver-". */
const infinitiveOf = new Map<string, string>();
const participles = new Set<string>();
const irregularInfinitives = new Set<string>();
export const isIrregular = (infinitive: string) => irregularInfinitives.has(infinitive);
for (const verb of irregular.trim().split(/[|\n]/)) {
  const [infinitive = "", ...forms] = verb.trim().split(" ");
  for (const form of forms) if (!infinitiveOf.has(form)) infinitiveOf.set(form, infinitive);
  irregularInfinitives.add(infinitive);
  const participle = forms.at(-1) ?? "";
  if (!/(?:en|n|t)$/.test(participle)) continue;
  participles.add(participle);
  const bare = participle.replace(/^ge/, "");
  if (bare.length < 4 || bare === infinitive) continue;
  participles.add(bare);
  if (!infinitiveOf.has(bare)) infinitiveOf.set(bare, infinitive);
}

const particle =
  "(?:stillschweigen|verschwiegenheit|auskunft|weisungen|zugang|zugriff|anwendung|berücksichtigung|bezug|einsicht|einfluss|stellung|abstand|gebrauch|rechnung|sorge|folge|gewähr|ersatz|hilfe|widerspruch|beschwerde|inanspruch|inkraft|außerkraft|zurverfügung|inkenntnis|zurkenntnis|inbetrieb|außerbetrieb|inrechnung|inbetracht|inverkehr|unterverschluss|zurate|ab|an|auf|aus|bei|bereit|bekannt|dar|davon|durch|ein|entgegen|fehl|fern|fest|fort|frei|geheim|gegenüber|gleich|heran|heraus|herunter|her|hervor|hinaus|hinweg|hinzu|hin|hoch|instand|klar|los|mit|nach|nieder|offen|preis|rück|sicher|stand|statt|still|teil|um|unter|vor|voraus|vorweg|wahr|weg|weiter|wider|wieder|wiederher|zu|zurück|zusammen|über|aufrecht|wett)";
const withTo = new RegExp(`^(${particle})zu([a-zäöüß]{3,}n)$`);
const withGe = new RegExp(`^(${particle}?)ge([a-zäöüß]{2,}?)(?:e?t|en)$`);
const inflected = /(?:e[nrsm]?|s|n)$/;
const plainUmlaut: Record<string, string> = { ä: "a", ö: "o", ü: "u" };

/** "sicherstellen" of "sicherzustellen". */
export function removeZu(word: string): string | undefined {
  const [, first, verb] = withTo.exec(word) ?? [];
  return first === undefined ? undefined : `${first}${verb}`;
}

/** Possible dictionary forms, the likeliest first. */
export function dictionaryForms(word: string): string[] {
  const forms: string[] = [];
  const bare = inflected.test(word) ? [...bareForms(word)] : [];
  const to = removeZu(word);
  if (to !== undefined) forms.push(to);
  for (const one of [word, ...bare]) forms.push(...infinitives(one));
  // "sensible", "teure": sensibel, teuer.
  for (const one of bare) if (/[^aeiou][lr]$|[aeiou]r$/.test(one)) forms.push(`${one.slice(0, -1)}e${one.at(-1)}`);
  forms.push(...bare, `${word}e`, `${word}en`);
  for (const one of [word, ...bare]) {
    const plain = one.replace(/[äöü](?=[^äöü]*$)/, (letter) => plainUmlaut[letter] ?? letter);
    if (plain !== one) forms.push(plain);
  }
  return forms;
}

function bareForms(word: string): string[] {
  return ["e", "en", "er", "es", "em", "s", "n", "ere", "eren", "erer", "ste", "sten"]
    .filter((ending) => word.endsWith(ending) && word.length - ending.length > 2)
    .map((ending) => word.slice(0, -ending.length));
}

function infinitives(word: string): string[] {
  const found: string[] = [];
  for (let cut = 0; cut <= word.length - 3; cut++) {
    const infinitive = infinitiveOf.get(word.slice(cut));
    if (infinitive !== undefined && cut !== 1) found.push(word.slice(0, cut) + infinitive);
  }
  const [, first = "", stem] = withGe.exec(word) ?? [];
  if (stem !== undefined) found.push(`${first}${stem}en`, `${first}${stem}n`);
  const [, finite] = /^([a-zäöüß]{2,}?)(?:e?t|e?te|e?ten|e|st)$/.exec(word) ?? [];
  if (finite !== undefined) found.push(`${finite}en`, `${finite}n`, `${finite}eln`.replace("leln", "eln"));
  if (/[^e]t$/.test(word)) found.push(`${word.slice(0, -1)}en`, `${word}en`);
  return found;
}

const inseparable = /^(?:be|emp|ent|er|ge|miss|ver|zer|über|unter|wider|hinter|durch|um|voll|wieder)/;

/** "gelöscht", "verarbeitet", "dokumentiert", "übernommen": not what may as well be an infinitive ("erhalten"). */
export function isParticiple(word: string): boolean {
  if (/iert$/.test(word)) return true;
  if (withGe.test(word) && (/t$/.test(word) || endsWithParticiple(word))) return true;
  return (
    inseparableParticiple(word) || (/^(?:an|auf|aus|ein|vor|zu|ab|mit|nach|bei)/.test(word) && againParticiple(word))
  );
}

const inseparableParticiple = (word: string) =>
  inseparable.test(word) && word.length > 5 && (/[^aeiou]e?t$/.test(word) || endsWithParticiple(word));
/** "anvertraut", "vorbereitet". */
const againParticiple = (word: string) =>
  inseparableParticiple(word.replace(/^(?:an|auf|aus|ein|vor|zu|ab|mit|nach|bei)/, ""));

function endsWithParticiple(word: string): boolean {
  for (let cut = 0; cut <= word.length - 4; cut++) if (participles.has(word.slice(cut))) return true;
  return false;
}
