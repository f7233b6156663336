export const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** Imports a built-in module of Node. The variable and the comments keep browser bundlers from resolving it. */
export function nodeBuiltIn<Module>(name: string): Promise<Module> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<Module>;
}
