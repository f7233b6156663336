import ipaddr from "ipaddr.js";

/** Which addresses the service may call. Names are resolved elsewhere. */
export interface AddressRules {
  /** `ASSAY_WEBHOOK_ALLOW_PRIVATE`: http and private addresses are allowed. */
  arePrivateAllowed: boolean;
  /** The addresses of this machine's interfaces. */
  ownAddresses: string[];
  /** The port of the service itself. */
  ownPort: number;
}

export type UrlCheck = { url: URL } | { isMalformed: boolean; reason: string };

const maxUrlLength = 2048;
const lowPorts = [80, 443];
/** Names reserved for private use (RFC 6761, RFC 6762, RFC 8375 and ICANN's reservation of .internal). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

export function checkUrl(rules: AddressRules, text: string): UrlCheck {
  const malformed = (reason: string) => ({ isMalformed: true, reason });
  const refused = (reason: string) => ({ isMalformed: false, reason });
  if (text.length > maxUrlLength) return malformed(`must have at most ${maxUrlLength} characters`);
  if (!URL.canParse(text)) return malformed("must be a whole address, for example https://example.com/webhooks");
  const url = new URL(text);
  const isHttp = url.protocol === "http:";
  if (url.protocol !== "https:" && !(isHttp && rules.arePrivateAllowed)) return refused("must begin with https://");
  if (url.username !== "" || url.password !== "") return refused("must not hold a user name or password");
  const port = getPort(url);
  if (port < 1024 && !lowPorts.includes(port)) return refused(`must not use port ${port}: 80, 443 or 1024 and above`);
  const host = getHost(url);
  if (ipaddr.isValid(host)) {
    const reason = checkAddress(rules, host, port);
    return reason === undefined ? { url } : refused(reason);
  }
  const name = host.replace(/\.$/, "").toLowerCase();
  if (!rules.arePrivateAllowed && (!name.includes(".") || privateNames.test(name)))
    return refused("must name a host that can be reached publicly");
  return { url };
}

export function getPort({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "http:" ? 80 : 443;
}

/** Without the brackets of an IPv6 address. `URL` has already normalized IPv4 addresses. */
export function getHost({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

/** Why this address may not be called; undefined when it may. */
export function checkAddress(rules: AddressRules, address: string, port: number): string | undefined {
  const plain = address.replace(/%.*$/, "");
  if (!ipaddr.isValid(plain)) return "leads to something that is no address";
  const parsed = ipaddr.process(plain);
  const range = parsed.range();
  if (isOwn(rules, parsed, port)) return "leads to this service itself";
  if (["unspecified", "multicast", "broadcast"].includes(range)) return "leads to no single host";
  if (rules.arePrivateAllowed) return undefined;
  if (!isPublic(plain)) return "leads to an address that is not public";
  return isOwnMachine(rules, parsed) ? "leads to this service itself" : undefined;
}

type Address = ReturnType<typeof ipaddr.parse>;

const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
/** ISATAP's interface identifiers, with an IPv4 address in the last 32 bits (RFC 5214). */
const isatap = [0x5efe, 0x02005efe];

/**
 * An allow-list: global unicast without its special ranges. IPv6 addresses that contain an IPv4 address (mapped, translated,
 * tunnelled) are always refused: nobody needs them, and other machines decide where they lead.
 */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  if (!(parsed instanceof ipaddr.IPv6) || !parsed.match(globalUnicast)) return false;
  const [, , , , high = 0, low = 0] = parsed.parts;
  return !isatap.includes(high * 0x10000 + low);
}

function isOwnMachine({ ownAddresses }: AddressRules, address: Address): boolean {
  const text = address.toNormalizedString();
  return ownAddresses.some((own) => ipaddr.isValid(own) && ipaddr.process(own).toNormalizedString() === text);
}

function isOwn(rules: AddressRules, address: Address, port: number): boolean {
  if (port !== rules.ownPort) return false;
  return ["loopback", "unspecified"].includes(address.range()) || isOwnMachine(rules, address);
}
