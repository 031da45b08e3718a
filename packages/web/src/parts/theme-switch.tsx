import { useState } from "preact/hooks";
import { Watched } from "../watched.js";

const slot = "market-sentiment-theme";

/** Changes whenever colours do: what is drawn on a canvas has to be drawn anew. */
export const theme = new Watched(readTheme());

function readTheme(): string {
  try {
    return localStorage.getItem(slot) ?? "";
  } catch {
    return "";
  }
}

/** Puts the reader's choice on the document; without one the system's colours are used. */
export function applyTheme(): void {
  const { value } = theme;
  if (value === "") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme.set(theme.value));

/** Dark, light, or as the system has it. */
export function ThemeSwitch() {
  const [chosen, setChosen] = useState(theme.value);
  const choose = (value: string) => {
    setChosen(value);
    try {
      localStorage.setItem(slot, value);
    } catch {
      // Then it lasts as long as the page.
    }
    document.documentElement.dataset.theme = value;
    theme.set(value);
    applyTheme();
  };
  return (
    <label class="theme">
      <span class="unseen">Colours</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">auto</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}
