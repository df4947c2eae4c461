import type { MouseEvent } from 'react';

type SearchKeysProps = {
  /** The page of all results, if there are any. */
  allResultsPath?: string;
  onOpen: (path: string) => void;
  /** Absent while no recent searches are shown. */
  onClearRecent?: () => void;
};

const KEYS = [
  { keys: ['↑', '↓'], does: 'choose' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Ctrl', 'Enter'], does: 'website' },
  { keys: ['Esc'], does: 'close' },
] as const;

/** The modal's last line: what the keys do, and a link to the page of all results. */
export function SearchKeys({ allResultsPath, onOpen, onClearRecent }: SearchKeysProps) {
  function openAll(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !allResultsPath) return;
    event.preventDefault();
    onOpen(allResultsPath);
  }

  return (
    <footer className="search-keys">
      <ul>
        {KEYS.map(({ keys, does }) => (
          <li key={does}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            <span>{does}</span>
          </li>
        ))}
      </ul>
      {onClearRecent && (
        <button type="button" onClick={onClearRecent}>
          Clear recent
        </button>
      )}
      {allResultsPath && (
        <a href={allResultsPath} onClick={openAll}>
          All results
        </a>
      )}
    </footer>
  );
}
