import { describe, expect, it } from "vitest";
import { keyOfAddress } from "../../server/rate-limit";

describe("architecture: addresses that share a limit", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["127.0.0.1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::1", "loopback"],
    ["", ""],
  ])("architecture: %s counts as %s", (address, key) => {
    expect(keyOfAddress(address)).toBe(key);
  });
});
