import { afterAll, describe, expect, it, vi } from "vitest";
import { HttpSender } from "../../../packages/core/src/adapters/collect/http-sender.js";
import { isPrivateAddress } from "../../../packages/core/src/adapters/collect/private-addresses.js";
import { body, recordedSource, status } from "../../support/recorded-source.js";

/** A public name that its owner can point at any address. */
const REBOUND = "rebound.example";

vi.mock(import("node:dns"), async (importOriginal) => {
  const dns = await importOriginal();
  const lookup = (hostname: string, options: object, callback: (...answer: unknown[]) => void) =>
    hostname === REBOUND
      ? callback(null, [{ address: "127.0.0.1", family: 4 }])
      : (dns.lookup as (...given: unknown[]) => void)(hostname, options, callback);
  return { ...dns, lookup: lookup as unknown as typeof dns.lookup };
});

const sender = new HttpSender({ contact: null, now: () => new Date("2026-03-02T12:00:00Z") });
afterAll(() => sender.close());
const options = { hostPauseMs: 0, allowPrivateNetworks: false };

describe("an address", () => {
  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
    ...["0.0.0.0", "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9"],
    ...["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
    ...["2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0"],
    ...["fec0::1", "ff02::1", "2001:db8::1", "100::1"],
  ])("of this machine, a private network or a reserved range is private: %s", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(["93.184.215.14", "172.32.0.1", "100.128.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450:4001:80b::200e"])(
    "of the public network is not private: %s",
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe("a redirect into a private network", () => {
  it.each([
    ...["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]"],
    ...["[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "localhost", "localhost.", "LOCALHOST", "a.localhost", REBOUND],
  ])("is refused in every spelling, and no request is sent there, not even for robots.txt: %s", async (host) => {
    const [source, inside] = [await recordedSource(), await recordedSource()];
    inside.always(body("secret"));
    inside.robots(body("User-agent: *\nAllow: /\n"));
    source.always(status(302, { location: `http://${host}:${new URL(inside.url).port}/secret` }));
    for (const obeysRobots of [false, true])
      await expect(sender.send({ url: `${source.url}/feed` }, { ...options, obeysRobots })).rejects.toMatchObject({
        reason: "redirect_refused",
      });
    expect([inside.requests, inside.robotsRequests()]).toEqual([[], 0]);
  });

  it("is followed when the source's configuration allows it", async () => {
    const [source, inside] = [await recordedSource(), await recordedSource()];
    inside.always(body("wanted"));
    source.always(status(302, { location: `${inside.url}/feed` }));
    const answer = await sender.send({ url: `${source.url}/feed` }, { ...options, allowPrivateNetworks: true });
    expect(Buffer.from(answer.body).toString()).toBe("wanted");
  });
});
