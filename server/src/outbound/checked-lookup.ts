import { isIP, isIPv6, type LookupFunction } from "node:net";
import type { AttemptError } from "../webhooks/delivery.ts";
import { type AddressRules, checkAddress } from "../webhooks/endpoint-address.ts";
import type { ResolveName } from "./resolve-name.ts";

export class ConnectRefused extends Error {
  readonly kind: AttemptError;

  constructor(kind: AttemptError, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** For the connections to one port: resolves the name and refuses it if one of its addresses may not be called. */
export function makeCheckedLookup(rules: AddressRules, resolve: ResolveName, port: number): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .catch((error: unknown) => {
        throw new ConnectRefused("dns", "the name cannot be resolved", error);
      })
      .then((addresses) => {
        if (addresses.length === 0) throw new ConnectRefused("dns", "the name has no address");
        // One forbidden address forbids the name: which of several is used is random, which DNS rebinding exploits.
        for (const address of addresses) {
          const reason = isIP(address) === 0 ? "is no address" : checkAddress(rules, address, port);
          if (reason !== undefined) throw new ConnectRefused("address", reason);
        }
        return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      })
      .then(
        (found) => {
          if (options.all) return callback(null, found);
          const [first] = found;
          callback(null, first?.address ?? "", first?.family);
        },
        (error: Error) => callback(error, ""),
      );
  };
}
