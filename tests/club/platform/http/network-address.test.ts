import { expect, test } from "vitest";
import { networkOf, subnetOf } from "../../../../club/platform/http/network-address";

test.each([
  ["203.0.113.77", "203.0.113.0/24", "203.0.113.77"],
  ["::ffff:203.0.113.77", "203.0.113.0/24", "203.0.113.77"],
  ["2001:db8:12:3456:7::8", "2001:db8:12::/48", "2001:db8:12:3456::/64"],
  ["::1", "::/48", "::/64"],
])("§6.4 around the address %s are %s, and it shares its limit with %s", (address, subnet, network) => {
  expect([subnetOf(address), networkOf(address)]).toEqual([subnet, network]);
});

test("§6.4 what is no address has nothing around it, and a limit of its own", () => {
  for (const text of ["", "localhost", "203.0.113.256", "2001:db8::/48"]) {
    expect([subnetOf(text), networkOf(text)]).toEqual(["", text]);
  }
});
