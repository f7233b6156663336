/** A review that got its name from the service ends with a date. */
const dateAtEnd = /[\s,–-]{0,10}\d{4}-\d{2}-\d{2}$/;

export const hasDate = (name: string): boolean => dateAtEnd.test(name);

export const withoutDate = (name: string): string => name.replace(dateAtEnd, "") || name;

/** With one date. */
export const datedName = (name: string, date: Date): string =>
  hasDate(name) ? name : `${name} ${date.toISOString().slice(0, 10)}`;
