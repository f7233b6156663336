/** German function words by their role in a clause. */

const setOf = (words: string) => new Set(words.trim().split(/\s+/));
export const helping = setOf(
  `darf dürfen dürfe dürfte dürften durfte durften kann können könne könnte könnten konnte konnten muss müssen müsse
  müsste müssten musste mussten soll sollen solle sollte sollten will wollen wird werden würde würden wurde wurden werde
  ist sind sei seien war waren wäre wären hat haben habe hatte hatten hätte hätten
  lässt lassen ließ ließen`,
);
/** May follow the verb at the end of a clause: "abgelehnt werden", "gelöscht worden sind". */
export const closing = new Set([...helping, "worden", "sein", "haben", "lassen", "lässt", "bleibt", "bleiben"]);
export const particles = setOf(
  `ab an auf aus bei bekannt bereit dar durch ein entgegen fest fort frei heran heraus her herunter hervor hin hinaus
  hinzu hoch instand los mit nach nieder offen preis statt sicher teil um unter vor voraus vorbei wahr weg weiter wieder
  wieder zu zurück zusammen aufrecht geltend`,
);
export const negators = setOf("nicht nie niemals nur ausschließlich lediglich keinesfalls keineswegs weder");
/** Negations of the verb, wherever in the clause they stand. */
export const pulled = setOf("nicht nie niemals keinesfalls keineswegs");
export const limiting = setOf("nur ausschließlich lediglich");
/** After one of these ("nicht mehr als", "nicht nur") the verb is not negated. */
export const notOfVerb = setOf(
  "nur mehr länger später weniger zuletzt allein unerheblich etwa alle jeder jede jedes sondern so",
);
export const prepositions = setOf(
  `für bei beim im in ins nach vor zur zum auf aus mit ohne über unter während wegen an am ab bis durch gegen gemäß laut
  von vom zwischen seit infolge mangels pro zu um trotz statt neben aufgrund hinsichtlich bezüglich innerhalb außerhalb
  binnen anlässlich ungeachtet unbeschadet vorbehaltlich einschließlich gegenüber zwecks mittels anhand je entsprechend
  zugunsten zulasten anstelle seitens`,
);
/** If a clause begins with one of these, the subject follows the verb. */
export const fronting = new Set([
  ...prepositions,
  ...setOf(
    `soweit sofern hierzu hierbei dabei dazu daher dafür darüber insbesondere zudem ferner außerdem regelmäßig jährlich
    monatlich täglich wöchentlich vierteljährlich halbjährlich mindestens einmal unverzüglich spätestens anschließend
    danach dann zusätzlich hierdurch damit dadurch so grundsätzlich jeweils derzeit künftig jederzeit gegebenenfalls
    ebenso auch hiervon davon daraus daran andernfalls sonst nachfolgend zuvor vorab zunächst schließlich insoweit
    hiermit hierfür deshalb deswegen folglich somit weiterhin ebenfalls stets darin hierin zuerst hier dort`,
  ),
]);
export const subordinating = setOf(
  `wenn falls sofern soweit dass daß weil da damit sobald solange nachdem bevor ehe bis obwohl während indem sodass ob
  wie wo wer was wofür warum weshalb worin wobei womit wodurch woher wohin wozu wann inwieweit inwiefern als`,
);
export const relative = setOf("der die das den dem denen deren dessen welche welcher welches welchen welchem");
export const pronouns = setOf("er sie es wir ich dies man niemand jemand Sie dieser jeder");
export const joining = setOf("und oder sowie aber beziehungsweise");
export const genitive = setOf("des eines dieses seines ihres unseres jedes");
export const genitiveToo = setOf("der einer dieser seiner ihrer unserer aller");
export const articles = setOf(
  "der die das ein eine kein keine er sie es wir dies diese dieser dieses Sie sich ihm uns einer",
);
/** These govern an infinitive: "ist verpflichtet die Daten zu löschen". */
export const governing = setOf(
  `verpflichtet berechtigt befugt gehalten ermächtigt bereit angewiesen aufgefordert beauftragt Recht Pflicht Verpflichtung
  Möglichkeit Anspruch Aufgabe Befugnis Gelegenheit untersagt verboten gestattet erlaubt möglich erforderlich notwendig`,
);
/** "auch wenn", "es sei denn": the conjunction comes second. */
export const beforeConjunction = setOf("auch selbst außer nur insbesondere erst immer jedoch");
export const withInfinitive = setOf("um ohne statt anstatt");
export const notVerbs = setOf(
  "nicht zwischen gegen neben wegen binnen außen innen unten oben selbst sonst dort erst jetzt meist statt damit somit seit mit jeden jenen diesen einen keinen seinen ihren unseren allen anderen beiden",
);
/** After a person "der" is seldom a genitive: "hat der Auftragnehmer der Behörde zu melden". */
export const agent = /(?:er|in|kunde|kunden|partei|parteien|unternehmen|behörde|stelle|person|gesellschaft|bank)$/i;
export const isNoun = (word: string | undefined) => /^[„"»]?\p{Lu}/u.test(word ?? "");
export const isVerbLike = (word: string | undefined) => /^[a-zäöüß]{3,}(?:en|ern|eln|t|tun)$/.test(word ?? "");
export const isLower = (word: string | undefined) => /^[a-zäöüß]{3,}$/.test(word ?? "");
export const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
