import { lookup, Resolver } from "node:dns/promises";

/** Every address a name stands for. */
export type ResolveName = (hostname: string) => Promise<string[]>;

/** Asks the name servers themselves, without a thread for each question: slow ones hold up nobody else's. */
export function publicNames(servers?: string[]): ResolveName {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer.status === "rejected")?.reason ?? new Error("the name has no address");
  };
}

/** As the machine does it, its hosts file and search domains included: for networks of one's own. */
export function machineNames(): ResolveName {
  return async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** For where no answer is an answer, and waiting long for one is not. */
export function nowOrNothing(resolve: ResolveName, milliseconds: number): ResolveName {
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
