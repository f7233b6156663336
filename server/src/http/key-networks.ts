import ipaddr from "ipaddr.js";
import { AppError } from "../platform/app-error.ts";

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Networks in CIDR notation, or single addresses, as they are stored. */
export const readNetworks = (given: readonly string[]): string[] => [
  ...new Set(given.map((text, index) => readNetwork(text.trim(), index))),
];

function readNetwork(text: string, index: number): string {
  const [address = "", bits, ...rest] = text.split("/");
  // The library reads 10.1 and 0x0a000001 as addresses, too.
  const isIPv4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  const isIPv6 = ipaddr.IPv6.isValid(address) && !address.includes("%");
  const longest = isIPv4 ? 32 : 128;
  const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if ((!isIPv4 && !isIPv6) || rest.length > 0 || !(length <= longest))
    throw new AppError(
      "invalid_request",
      `networks[${index}] is neither a network such as 203.0.113.0/24 or 2001:db8::/32 nor an address.`,
    );
  if (isIPv4) return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
  const parsed = ipaddr.IPv6.parse(address);
  // ::ffff:203.0.113.0/120 is a network of IPv4, as which requests arrive.
  if (parsed.isIPv4MappedAddress() && length >= 96)
    return readNetwork(`${parsed.toIPv4Address()}/${length - 96}`, index);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
}

/** A known key is cached for a second, so its networks are parsed once a second. */
const parsedNetworks = new WeakMap<readonly string[], Network[]>();

/** `address` is the caller's, behind trusted proxies the one that they forward. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  let parsed = parsedNetworks.get(networks);
  if (parsed === undefined) {
    parsed = networks.map((network) => ipaddr.parseCIDR(network));
    parsedNetworks.set(networks, parsed);
  }
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return parsed.some(([network, bits]) => network.kind() === caller.kind() && caller.match(network, bits));
}
