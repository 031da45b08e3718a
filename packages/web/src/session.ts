import { Watched } from "./watched.js";

/** Who asks. The key lives in memory and in this tab's session; it is in no address, no cookie and no other tab. */
export interface Session {
  readonly key: string | null;
  /** Why the last key is not used any more; null where there was none. */
  readonly refusal: string | null;
}

const slot = "market-sentiment-key";

/** What the browser keeps for this tab; nothing where it keeps nothing. */
const kept = {
  read: (): string | null => {
    try {
      return sessionStorage.getItem(slot);
    } catch {
      return null;
    }
  },
  write: (key: string | null): void => {
    try {
      if (key === null) sessionStorage.removeItem(slot);
      else sessionStorage.setItem(slot, key);
    } catch {
      // Then it lasts as long as the page.
    }
  },
};

export const session = new Watched<Session>({ key: kept.read(), refusal: null });

/** Uses this key from now on. */
export function logIn(key: string): void {
  kept.write(key);
  session.set({ key, refusal: null });
}

/** Forgets the key. */
export function logOut(refusal: string | null = null): void {
  kept.write(null);
  session.set({ key: null, refusal });
}

/** Takes the key of a demo on this machine, where the server says that there is one and no other is used. */
export async function logInToDemo(): Promise<void> {
  if (session.value.key !== null || document.querySelector('meta[name="demo-login"]') === null) return;
  const answer = await fetch("/app/demo-login", { method: "POST" }).catch(() => null);
  if (answer?.ok !== true) return;
  const { key } = (await answer.json()) as { readonly key: string };
  logIn(key);
}
