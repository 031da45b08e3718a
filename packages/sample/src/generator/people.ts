import { Rng } from "./rng.js";

const first = (
  "diamond,theta,quiet,lazy,midwest,margin,bagholding,sunny,caffeinated,delta,rusty,salty,turbo,humble,lunar,paper,value," +
  "night,cobalt,spicy,patient,reckless,dividend,grumpy,velvet,copper,drifting,northern,cheap,loud"
).split(",");

const second = (
  "otter,candle,badger,yeti,walrus,printer,gamma,uncle,heron,goblin,trader,ledger,pickle,falcon,toaster,moose,spread,wizard," +
  "llama,strangle,biscuit,raccoon,chart,pigeon,turnip,condor,mango,hermit,anvil,puffin"
).split(",");

/** Invented account name of the member with the number. */
export function memberName(scope: string, number: number): string {
  const rng = new Rng("member", scope, number);
  const join = rng.pick(["_", "", "-"]);
  const digits = rng.chance(0.6) ? String(rng.int(1, 999)) : "";
  const word = rng.pick(second);
  return `${rng.pick(first)}${join}${join === "" ? word.charAt(0).toUpperCase() + word.slice(1) : word}${digits}`;
}

/** Number of a member: a few write a lot, most rarely. */
export function memberNumber(rng: Rng, members: number): number {
  return Math.min(members - 1, Math.floor(members * rng.next() ** 3));
}
