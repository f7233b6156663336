import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<string[]>;

/** Queries name servers with c-ares, which needs no thread for each query: slow servers delay nothing else. */
export function useNameServers(servers?: string[]): ResolveName {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer.status === "rejected")?.reason ?? new Error("the name has no address");
  };
}

/** The system's resolver, with its hosts file and search domains, for private networks. */
export function useSystemResolver(): ResolveName {
  return async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** No addresses if the name cannot be resolved in time. */
export function limitTime(resolve: ResolveName, milliseconds: number): ResolveName {
  return async (hostname) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<string[]>((answer) => {
      timer = setTimeout(answer, milliseconds, []);
    });
    const found = await Promise.race([resolve(hostname).catch(() => []), tooLate]);
    clearTimeout(timer);
    return found;
  };
}
