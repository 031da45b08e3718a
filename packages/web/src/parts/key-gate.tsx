import { useState } from "preact/hooks";
import { logIn, type Session } from "../session.js";

/** Asks for a key, at the start and when the last one was refused. */
export function KeyGate({ refusal }: Pick<Session, "refusal">) {
  const [key, setKey] = useState("");
  return (
    <section class="gate">
      <h1>{refusal === null ? "Your API key" : "This key is no longer accepted"}</h1>
      {refusal === null ? (
        <p>This page shows answers of the service's API, which needs a key.</p>
      ) : (
        <p role="alert">The service says: {refusal}</p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== "") logIn(key.trim());
        }}
      >
        <label>
          <span>API key</span>
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="sk_live_…"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main-button">
          Look
        </button>
      </form>
      <p class="quiet">
        It is kept in this tab until you close it, and is never part of an address. Make one with{" "}
        <code>sentiment keys create --plan free --name NAME</code>.
      </p>
    </section>
  );
}
