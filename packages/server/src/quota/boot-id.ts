import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Names this run of the machine: another one after every start of it. Containers of one machine have the same. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Elsewhere the minute it was started in; a step of the clock looks like a start, which costs a lease at most.
    return String(Math.round((Date.now() / 1_000 - uptime()) / 60));
  }
}
