import { networkInterfaces } from "node:os";
import type { AddressRules } from "../webhooks/endpoint-address.ts";
import type { EndpointRules } from "../webhooks/register-webhook.ts";
import { limitTime, type ResolveName, useNameServers, useSystemResolver } from "./resolve-name.ts";

/** A registration does not wait longer for name servers. Addresses are checked at every connection anyway. */
const registrationMilliseconds = 2000;

interface OutboundSettings {
  arePrivateAllowed: boolean;
  /** The service's own port. */
  port: number;
}

export interface OutboundRules {
  rules: AddressRules;
  resolve: ResolveName;
  endpoints: EndpointRules;
}

/** The rules for outgoing connections, and how names are resolved. */
export function buildOutboundRules({ arePrivateAllowed, port }: OutboundSettings): OutboundRules {
  const ownAddresses = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  const rules: AddressRules = { arePrivateAllowed, ownAddresses, ownPort: port };
  const resolve = arePrivateAllowed ? useSystemResolver() : useNameServers();
  return { rules, resolve, endpoints: { ...rules, resolve: limitTime(resolve, registrationMilliseconds) } };
}
