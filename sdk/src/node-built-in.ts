/** Whether this is Node, where files have paths and some things are cheaper than what browsers offer. */
export const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** A module of Node's own. The name is a variable and the comments are there so that bundlers for browsers leave it alone. */
export function nodeBuiltIn<Module>(name: string): Promise<Module> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<Module>;
}
