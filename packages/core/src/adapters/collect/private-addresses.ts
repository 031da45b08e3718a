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
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  privateRanges.addSubnet(address, bits, "ipv4");
for (const [address, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  privateRanges.addSubnet(address, bits, "ipv6");

/** Whether an IP address is a loopback, private, or non-unicast address. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
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
