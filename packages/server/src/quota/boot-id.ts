import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Id of the machine's current boot. Changes with every boot; containers on one machine share it. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Elsewhere, the minute of the boot. A step of the clock then looks like a boot, which costs at most a lease.
    return String(Math.round((Date.now() / 1_000 - uptime()) / 60));
  }
}
