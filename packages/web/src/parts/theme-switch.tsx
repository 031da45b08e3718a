import { useState } from "preact/hooks";
import { Watched } from "../watched.js";

const slot = "market-sentiment-theme";

/** Changes whenever colours do, because canvases must then be redrawn. */
export const theme = new Watched(readTheme());

function readTheme(): string {
  try {
    return localStorage.getItem(slot) ?? "";
  } catch {
    return "";
  }
}

/** Applies the reader's choice to the document, or the system's colours without one. */
export function applyTheme(): void {
  const { value } = theme;
  if (value === "") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme.set(theme.value));

/** Chooses dark, light, or the system's colours. */
export function ThemeSwitch() {
  const [chosen, setChosen] = useState(theme.value);
  const choose = (value: string) => {
    setChosen(value);
    try {
      localStorage.setItem(slot, value);
    } catch {
      // Without storage, the choice lasts as long as the page.
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
