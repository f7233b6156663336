export interface Machine {
  platform: string;
  arch: string;
  /** Undefined where it does not matter or is unknown. */
  libc: "glibc" | "musl" | undefined;
}

export interface Report {
  header?: { glibcVersionRuntime?: string };
  sharedObjects?: string[];
}

export function thisMachine(): Machine;
export function isForMachine(machine: Machine, locked: { os?: string[]; cpu?: string[]; libc?: string[] }): boolean;
export function detectLibc(ldd: string | undefined, readReport: () => Report): Machine["libc"];
