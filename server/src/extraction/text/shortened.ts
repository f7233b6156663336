/** At most so many characters; what was cut off says so. */
export function shortened(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`;
}
