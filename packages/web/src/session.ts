import { Watched } from "./watched.js";

/**
 * The session. The key is kept in memory and in this tab's session storage, never in an address, a cookie or another
 * tab.
 */
export interface Session {
  readonly key: string | null;
  /** Why the last key was refused; null without one. */
  readonly refusal: string | null;
}

const slot = "market-sentiment-key";

/** Session storage of this tab, or nothing if the browser has none. */
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
      // Without storage, the session lasts as long as the page.
    }
  },
};

/** The current session. */
export const session = new Watched<Session>({ key: kept.read(), refusal: null });

/** Logs in with a key. */
export function logIn(key: string): void {
  kept.write(key);
  session.set({ key, refusal: null });
}

/** Forgets the key. */
export function logOut(refusal: string | null = null): void {
  kept.write(null);
  session.set({ key: null, refusal });
}

/** Logs in with the demo key if the server on this machine offers one and no other key is used. */
export async function logInToDemo(): Promise<void> {
  if (session.value.key !== null || document.querySelector('meta[name="demo-login"]') === null) return;
  const answer = await fetch("/app/demo-login", { method: "POST" }).catch(() => null);
  if (answer?.ok !== true) return;
  const { key } = (await answer.json()) as { readonly key: string };
  logIn(key);
}
