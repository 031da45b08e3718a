import { lookup as lookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const privateRanges = new BlockList();
for (const [address, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  privateRanges.addSubnet(address, bits, "ipv4");
// The list also finds IPv4 addresses that are written as IPv6 ones (::ffff:7f00:1). Those below can stand for any IPv4
// address, too: by translation, in tunnels, and in the form that was used before.
for (const [address, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  privateRanges.addSubnet(address, bits, "ipv6");

/** Whether an IP address is a loopback, private, reserved, or non-unicast address. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  return family !== 0 && privateRanges.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Error code for a name that resolves to a private address. */
export const PRIVATE_ADDRESS = "EPRIVATEADDRESS";

/**
 * Resolves a name and refuses it if any of its addresses is private. The connection goes to the address that was
 * checked, so DNS rebinding does not help an attacker.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookupAddress(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "", 0);
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      const refused = new Error(`${hostname} leads into a private network`) as NodeJS.ErrnoException;
      refused.code = PRIVATE_ADDRESS;
      return callback(refused, "", 0);
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
