import ipaddr from "ipaddr.js";

/** The lengths of the prefixes that usually belong to one provider or company in one place. */
const SUBNET_BITS = { ipv4: 24, ipv6: 48 } as const;

/**
 * The surroundings of an address as people may see and keep them, such as `203.0.113.0/24`: addresses of one person change
 * within them. Empty for what isn't an address.
 */
export function subnetOf(address: string): string {
  if (!ipaddr.isValid(address)) return "";
  const parsed = ipaddr.process(address);
  const bits = SUBNET_BITS[parsed.kind()];
  const network = parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${network.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}

/**
 * The network that shares one limit with this address. An IPv6 subscriber owns a whole /64; an IPv4 address may come mapped
 * into IPv6. What isn't an address is returned as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64` : parsed.toString();
}
