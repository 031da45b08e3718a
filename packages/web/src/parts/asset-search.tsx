import { useEffect, useId, useState } from "preact/hooks";
import { keyOf, nameOf, rowsOf, type SearchAnswer } from "../answers.js";
import { ask } from "../ask.js";
import { namespaces } from "../namespaces.js";
import { question } from "../question.js";

/** A search result. */
export interface FoundAsset {
  readonly assetPath: string;
  readonly key: string;
  readonly name: string | null;
}

/** Pause after typing before a search, in milliseconds: every search counts as a request of the account. */
const pauseMs = 350;

/** Finds an asset by ticker or name, in one namespace per kind of asset. Arrow keys select, Enter confirms. */
export function AssetSearch({
  label,
  onChosen,
  assetPath,
}: {
  label: string;
  onChosen: (asset: FoundAsset) => void;
  /** Restricts the search to one kind of asset. */
  assetPath?: string;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly FoundAsset[]>([]);
  const [at, setAt] = useState(-1);
  useEffect(() => {
    setAt(-1);
    if (text.trim().length < 2) {
      setFound([]);
      return undefined;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      void search(text.trim(), assetPath).then((assets) => {
        if (!isOver) setFound(assets);
      });
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, assetPath]);
  const take = (asset: FoundAsset | undefined) => {
    if (asset === undefined) return;
    setText("");
    onChosen(asset);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === "Enter") take(found[Math.max(0, at)]);
    else if (event.key === "Escape") setText("");
    else return;
    event.preventDefault();
  };
  const isOpen = found.length > 0;
  return (
    <div class="search">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setFound([]), 150)}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Assets found" hidden={!isOpen}>
        {found.map((asset, index) => (
          <li
            key={`${asset.assetPath}/${asset.key}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(asset)}
          >
            <b>{asset.key}</b> <span class="quiet">{asset.name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function search(text: string, wanted: string | undefined): Promise<FoundAsset[]> {
  const kinds = [...new Set(namespaces.map(({ assetPath }) => assetPath))].filter(
    (kind) => wanted === undefined || kind === wanted,
  );
  const lists = await Promise.all(
    kinds.map(async (assetPath) => {
      const namespace = namespaces.find((each) => each.assetPath === assetPath && "search" in each.operations);
      if (namespace === undefined) return [];
      const outcome = await ask<SearchAnswer>(question("Search", namespace, "search", { q: text, limit: 6 }));
      if (outcome.state === "failed") return [];
      return rowsOf(outcome.body.results).map((row) => ({ assetPath, key: keyOf(row), name: nameOf(row) }));
    }),
  );
  const isExact = ({ key }: FoundAsset) => key.toLowerCase() === text.toLowerCase();
  return lists
    .flat()
    .sort((one, other) => Number(isExact(other)) - Number(isExact(one)))
    .slice(0, 8);
}
