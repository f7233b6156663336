import { networkInterfaces } from "node:os";
import type { AddressRules } from "../webhooks/endpoint-address.ts";
import type { EndpointRules } from "../webhooks/register-webhook.ts";
import { machineNames, nowOrNothing, publicNames, type ResolveName } from "./resolve-name.ts";

/** A registration does not wait longer for name servers: what they would have said is judged at every connection. */
const registrationMilliseconds = 2000;

interface OutboundSettings {
  arePrivateAllowed: boolean;
  /** Where the service listens. */
  port: number;
}

/** Whom this process may call, and how it finds out where a name leads. */
export function outboundRules({ arePrivateAllowed, port }: OutboundSettings): {
  rules: AddressRules;
  resolve: ResolveName;
  endpoints: EndpointRules;
} {
  const ownAddresses = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  const rules: AddressRules = { arePrivateAllowed, ownAddresses, ownPort: port };
  const resolve = arePrivateAllowed ? machineNames() : publicNames();
  return { rules, resolve, endpoints: { ...rules, resolve: nowOrNothing(resolve, registrationMilliseconds) } };
}
