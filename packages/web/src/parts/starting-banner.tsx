import { useEffect, useState } from "preact/hooks";
import { askAnew } from "../ask.js";
import { round } from "../use-answer.js";

/** How often a starting service is asked whether it is ready, in milliseconds. */
const pollMs = 2_000;

/** Says what is missing while the service starts, and reloads everything when it is ready. */
export function StartingBanner() {
  const [waitingFor, setWaitingFor] = useState<readonly string[]>([]);
  useEffect(() => {
    let timer = 0;
    let wasStarting = false;
    const look = async () => {
      const answer = await fetch("/readyz").catch(() => null);
      const said = ((await answer?.json().catch(() => null)) ?? {}) as { readonly waiting_for?: readonly string[] };
      const waiting = said.waiting_for ?? [];
      setWaitingFor(waiting);
      if (waiting.length > 0) timer = setTimeout(() => void look(), pollMs);
      else if (wasStarting) {
        askAnew();
        round.set(round.value + 1);
      }
      wasStarting = waiting.length > 0;
    };
    void look();
    return () => clearTimeout(timer);
  }, []);
  if (waitingFor.length === 0) return null;
  return (
    <p class="banner" role="status">
      The service is starting and still waiting for {waitingFor.join(" and ")}. The page shows what is ready; the rest
      appears by itself.
    </p>
  );
}
