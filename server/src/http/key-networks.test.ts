import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { isWithin, readNetworks } from "./key-networks.ts";

test("networks are stored by their first address, and single addresses as networks of one", () => {
  const given = [
    "203.0.113.77/24",
    " 198.51.100.7 ",
    "2001:DB8:1::5/48",
    "::1",
    "::ffff:192.0.2.0/120",
    "198.51.100.7/32",
  ];
  assert.deepEqual(readNetworks(given), [
    "203.0.113.0/24",
    "198.51.100.7/32",
    "2001:db8:1::/48",
    "::1/128",
    "192.0.2.0/24",
  ]);
});

test("what is no network is refused, and the message names the member", () => {
  const malformed = ["", "10.1", "0x0a000001", "010.0.0.1", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8"];
  for (const text of [...malformed, "2001:db8::/129", "fe80::1%eth0", "example.com", "10.0.0.0/1e1", "*"])
    assert.throws(
      () => readNetworks(["10.0.0.0/8", text]),
      (error) => error instanceof AppError && error.code === "invalid_request" && /networks\[1\]/.test(error.message),
      text,
    );
});

test("an address is within a network of its own kind from the first to the last address", () => {
  const networks = readNetworks(["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"]);
  for (const address of ["203.0.113.0", "203.0.113.255", "::ffff:203.0.113.9", "2001:db8:ffff::1", "198.51.100.7"])
    assert.ok(isWithin(address, networks), address);
  for (const address of ["203.0.112.255", "203.0.114.0", "2001:db9::", "198.51.100.8", "unknown"])
    assert.ok(!isWithin(address, networks), address);
  assert.ok(!isWithin("2001:db8::1", readNetworks(["0.0.0.0/0"])));
});
