export interface Machine {
  platform: string;
  arch: string;
  /** Absent where it does not count, or cannot be told. */
  libc: "glibc" | "musl" | undefined;
}

export interface Report {
  header?: { glibcVersionRuntime?: string };
  sharedObjects?: string[];
}

export function thisMachine(): Machine;
export function isMadeFor(machine: Machine, locked: { os?: string[]; cpu?: string[]; libc?: string[] }): boolean;
export function libcOf(ldd: string | undefined, readReport: () => Report): Machine["libc"];
