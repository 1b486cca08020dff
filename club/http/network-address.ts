import ipaddr from "ipaddr.js";

/**
 * The network that shares one limit with this address. An IPv6 subscriber owns a whole /64; an IPv4 address may come mapped
 * into IPv6. What isn't an address is returned as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64` : parsed.toString();
}
