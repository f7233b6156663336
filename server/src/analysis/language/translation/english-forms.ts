/** Forms of an English verb; of an expression ("carry out") the first word is inflected. */

const irregular = new Map(
  `arise arose arisen|be was been|bear bore borne|become became become|begin began begun|bid bid bid|bind bound bound
   |break broke broken|bring brought brought|build built built|burst burst burst|buy bought bought|cast cast cast
   |catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut|deal dealt dealt|dig dug dug
   |do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed
   |feel felt felt|fight fought fought|find found found|flee fled fled|fly flew flown|forbid forbade forbidden
   |foresee foresaw foreseen|forget forgot forgotten|freeze froze frozen|get got got|give gave given|go went gone
   |grow grew grown|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held|keep kept kept
   |know knew known|lay laid laid|lead led led|leave left left|lend lent lent|let let let|lie lay lain|lose lost lost
   |make made made|mean meant meant|meet met met|mislead misled misled|offset offset offset|overcome overcame overcome
   |override overrode overridden|oversee oversaw overseen|overwrite overwrote overwritten|pay paid paid|put put put
   |quit quit quit|read read read|rebuild rebuilt rebuilt|repay repaid repaid|resell resold resold|reset reset reset
   |retake retook retaken|rewrite rewrote rewritten|rise rose risen|run ran run|say said said|see saw seen
   |seek sought sought|sell sold sold|send sent sent|set set set|shake shook shaken|shed shed shed|show showed shown
   |shrink shrank shrunk|shut shut shut|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent
   |split split split|spread spread spread|stand stood stood|steal stole stolen|stick stuck stuck|strike struck struck
   |swear swore sworn|take took taken|teach taught taught|tear tore torn|tell told told|think thought thought
   |throw threw thrown|undergo underwent undergone|understand understood understood|undertake undertook undertaken
   |uphold upheld upheld|wake woke woken|wear wore worn|win won won|wind wound wound|withdraw withdrew withdrawn
   |withhold withheld withheld|withstand withstood withstood|write wrote written`
    .split("|")
    .map((line) => line.trim().split(" "))
    .map(([base = "", past = "", participle = ""]) => [base, { past, participle }]),
);

const doubling =
  /^(?:(?:[^aeiou]|qu)*[aeiou][bdgklmnprt]|(?:per|sub|com|ad|re|trans|o|e)mit|(?:re|trans|pre|con|de|in)fer|(?:oc|in|re)cur|equip|control|patrol|enrol|(?:com|dis|ex)pel|debar|deter|rebut|regret|embed|format|cancel|label|travel|model|channel|fulfil|signal|unzip)$/;
/** "based on": inflected in the dictionary already. */
const isInflected = (base: string) =>
  base.endsWith("ed") &&
  /[aeiouy]/.test(base.slice(0, -2)) &&
  !/(?:need|embed|feed|exceed|proceed|speed|succeed)$/.test(base);

function inflectFirst(verb: string, inflect: (base: string) => string): string {
  const [base = "", ...rest] = verb.split(" ");
  return [inflect(base), ...rest].join(" ");
}

const addEd = (base: string) => {
  if (isInflected(base)) return base;
  if (base.endsWith("e")) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return doubling.test(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
};

export const pastOf = (verb: string) => inflectFirst(verb, (base) => irregular.get(base)?.past ?? addEd(base));
export const participleOf = (verb: string) =>
  inflectFirst(verb, (base) => irregular.get(base)?.participle ?? addEd(base));

export const gerundOf = (verb: string) =>
  inflectFirst(verb, (base) => {
    if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
    if (/[^aeioy]e$/.test(base) && base.length > 2) return `${base.slice(0, -1)}ing`;
    return doubling.test(base) ? `${base}${base.at(-1)}ing` : `${base}ing`;
  });

export const thirdPersonOf = (verb: string) =>
  inflectFirst(verb, (base) => {
    if (base === "have") return "has";
    if (base === "be") return "is";
    if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
    return /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`;
  });
