import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AddressRules, checkAddress, checkUrl, getHost } from "./endpoint-address.ts";

const strict: AddressRules = { arePrivateAllowed: false, ownAddresses: ["127.0.0.1", "93.184.216.34"], ownPort: 8080 };
const lenient: AddressRules = { ...strict, arePrivateAllowed: true };
const reasonFor = (rules: AddressRules, url: string) => {
  const verdict = checkUrl(rules, url);
  return "reason" in verdict ? verdict.reason : undefined;
};

/** One of every special range of the registries, and every spelling that means one of them. */
const hostile = {
  "this network": "0.0.0.0",
  "this network, another host": "0.1.2.3",
  "private, class A": "10.0.0.1",
  "carrier-grade NAT": "100.64.0.1",
  loopback: "127.0.0.1",
  "loopback, another address": "127.255.255.254",
  "link-local": "169.254.0.1",
  "cloud metadata": "169.254.169.254",
  "private, class B": "172.16.0.1",
  "private, class B, the last": "172.31.255.255",
  "protocol assignments": "192.0.0.1",
  "documentation 1": "192.0.2.1",
  AS112: "192.31.196.1",
  AMT: "192.52.193.1",
  "6to4 relays": "192.88.99.1",
  "private, class C": "192.168.0.1",
  "AS112, direct": "192.175.48.1",
  benchmarking: "198.18.0.1",
  "documentation 2": "198.51.100.1",
  "documentation 3": "203.0.113.1",
  multicast: "224.0.0.1",
  reserved: "240.0.0.1",
  broadcast: "255.255.255.255",
  decimal: "2130706433",
  octal: "0177.0.0.01",
  hex: "0x7f000001",
  "hex by parts": "0x7f.0x0.0x0.0x1",
  short: "127.1",
  "with a dot at the end": "127.0.0.1.",
  "full-width digits": "１２７.０.０.１",
  percent: "%31%32%37.0.0.1",
  "IPv6 unspecified": "[::]",
  "IPv6 loopback": "[::1]",
  "IPv6 loopback in full": "[0:0:0:0:0:0:0:1]",
  "IPv4-compatible": "[::127.0.0.1]",
  "IPv4-compatible in hex": "[::7f00:1]",
  "IPv4-mapped": "[::ffff:127.0.0.1]",
  "IPv4-mapped in hex": "[::ffff:7f00:1]",
  "IPv4-mapped public": "[::ffff:8.8.8.8]",
  "IPv4-translated": "[::ffff:0:127.0.0.1]",
  NAT64: "[64:ff9b::7f00:1]",
  "NAT64, local": "[64:ff9b:1::7f00:1]",
  "6to4": "[2002:7f00:1::]",
  Teredo: "[2001::1]",
  "IPv6 documentation": "[2001:db8::1]",
  "IPv6 documentation 2": "[3fff::1]",
  "IPv6 benchmarking": "[2001:2::1]",
  ORCHID: "[2001:20::1]",
  "IPv6 discard": "[100::1]",
  "segment routing": "[5f00::1]",
  "unique local": "[fd00::1]",
  "IPv6 link-local": "[fe80::1]",
  "site-local": "[fec0::1]",
  "IPv6 multicast": "[ff02::1]",
  ISATAP: "[2606:4700::5efe:7f00:1]",
  "unassigned IPv6": "[4000::1]",
  "our own address": "93.184.216.34",
  localhost: "localhost",
  "a name below localhost": "app.localhost",
  mDNS: "printer.local",
  "private zone": "db.internal",
  "single label": "intranet",
};

for (const [what, host] of Object.entries(hostile)) {
  test(`a webhook cannot lead to ${what}: ${host}`, () => {
    assert.ok(reasonFor(strict, `https://${host}/hook`));
    assert.ok(reasonFor(strict, `https://${host}:8443/hook`));
  });
}

test("there are at least forty hostile addresses in this list", () => {
  assert.ok(Object.keys(hostile).length >= 40);
});

test("public addresses and names are accepted", () => {
  for (const host of [
    "example.com",
    "example.com.",
    "8.8.8.8",
    "[2606:4700:4700::1111]",
    "bücher.example",
    "172.32.0.1",
  ])
    assert.equal(reasonFor(strict, `https://${host}/hook?a=b`), undefined, host);
});

test("other schemes, user info and low ports but 80 and 443 are refused", () => {
  for (const url of [
    "http://example.com",
    "ftp://example.com",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "gopher://a.b",
  ])
    assert.match(reasonFor(strict, url) ?? "", /https/, url);
  for (const url of ["https://user@example.com", "https://user:secret@example.com", "https://:secret@example.com"])
    assert.match(reasonFor(strict, url) ?? "", /user name/, url);
  for (const port of [1, 22, 25, 81, 444, 1023])
    assert.match(reasonFor(strict, `https://example.com:${port}/`) ?? "", /port/, String(port));
  for (const port of [80, 443, 1024, 8443, 65_535])
    assert.equal(reasonFor(strict, `https://example.com:${port}/`), undefined, String(port));
});

test("malformed URLs are distinguished from forbidden ones", () => {
  for (const url of [
    "",
    "example.com",
    "/hook",
    "https://",
    "https://[::1",
    "https://a b/",
    `https://a.b/${"x".repeat(2048)}`,
  ])
    assert.deepEqual(
      [url, "isMalformed" in checkUrl(strict, url) && checkUrl(strict, url)],
      [url, { ...checkUrl(strict, url), isMalformed: true }],
    );
});

test("if private addresses are allowed, so are http and loopback, but not the service itself or multicast", () => {
  for (const url of ["http://127.0.0.1:9000/hook", "http://localhost:9000", "http://10.1.2.3/", "https://[fd00::1]/"])
    assert.equal(reasonFor(lenient, url), undefined, url);
  for (const url of [
    "http://127.0.0.1:8080/",
    "http://[::1]:8080/",
    "http://127.8.9.1:8080",
    "http://93.184.216.34:8080",
    "http://[::ffff:127.0.0.1]:8080",
  ])
    assert.match(reasonFor(lenient, url) ?? "", /itself/, url);
  for (const url of ["http://0.0.0.0:9000", "http://[::]:9000", "http://224.0.0.1/", "http://255.255.255.255/"])
    assert.match(reasonFor(lenient, url) ?? "", /no single host/, url);
  assert.match(reasonFor(lenient, "http://127.0.0.1:22/") ?? "", /port/);
});

test("every spelling of an IPv4 address is treated like the address itself", () => {
  const spellings = ([a, b, c, d]: number[]) => {
    const [one = 0, two = 0, three = 0, four = 0] = [a, b, c, d];
    const whole = ((one * 256 + two) * 256 + three) * 256 + four;
    const octal = (part: number) => `0${part.toString(8)}`;
    const hex = (part: number) => `0x${part.toString(16)}`;
    return [
      String(whole),
      hex(whole),
      [one, two, three, four].map(octal).join("."),
      [one, two, three, four].map(hex).join("."),
      `${one}.${(two * 256 + three) * 256 + four}`,
      `${one}.${two}.${three * 256 + four}`,
    ];
  };
  const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(octets, (parts) => {
      const expected = checkAddress(strict, parts.join("."), 443);
      for (const spelling of spellings(parts)) {
        assert.equal(getHost(new URL(`https://${spelling}/`)), parts.join("."));
        assert.equal(reasonFor(strict, `https://${spelling}/`), expected);
      }
    }),
  );
});
