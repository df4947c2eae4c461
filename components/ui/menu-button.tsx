import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { keyOf } from '@/lib/browser/keys';
import type { Elements } from './elements';
import { Icon, type IconName } from './icon';

type MenuButtonProps = {
  /** Names the button, and the menu. */
  label: string;
  items: readonly MenuItem[];
  className?: string;
  children: ReactNode;
};

/** A button that opens a menu below it, after the menu button of the ARIA Authoring Practices. */
export function MenuButton({ label, items, className = '', children }: MenuButtonProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const startsAtEnd = useRef(false);
  const [isOpen, setIsOpen] = useState(false);

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

  useLayoutEffect(() => {
    if (!isOpen) return;
    const all = entries();
    const chosen = all.find((entry) => entry.ariaChecked === 'true') ?? all[0];
    (startsAtEnd.current ? all.at(-1) : chosen)?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function open(atEnd: boolean): void {
    startsAtEnd.current = atEnd;
    setIsOpen(true);
  }

  function close(): void {
    // Before the item that has the focus is removed.
    button.current?.focus();
    setIsOpen(false);
  }

  function openByKey(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    open(key === 'ArrowUp');
  }

  function moveByKey(event: KeyboardEvent): void {
    const key = keyOf(event);
    const all = entries();
    const index = all.findIndex((entry) => entry === document.activeElement);
    const startsWithKey = (entry: HTMLElement) =>
      key.length === 1 && entry.textContent.toLowerCase().startsWith(key.toLowerCase());
    if (key === 'Tab') {
      // Tab moves on from the button.
      close();
      return;
    }
    if (key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const target = {
      ArrowDown: all[(index + 1) % all.length],
      ArrowUp: all.at(index - 1),
      Home: all[0],
      End: all.at(-1),
    }[key];
    const next = target ?? [...all.slice(index + 1), ...all.slice(0, index)].find(startsWithKey);
    // A space selects the item.
    if (!next || key === ' ') return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={`needs-script grid size-target-thumb shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink aria-expanded:bg-raised aria-expanded:text-ink lg:size-target pointer-coarse:size-target-thumb ${className}`}
        onClick={() => (isOpen ? close() : open(false))}
        onKeyDown={openByKey}
      >
        {children}
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={moveByKey}
          className="absolute top-full end-0 z-50 mt-1 min-w-48 rounded-card bg-surface p-1 [box-shadow:var(--float)] motion-safe:animate-appear"
        >
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} onClose={close} />
          ))}
        </div>
      )}
    </div>
  );
}

export type MenuItem = {
  label: string;
  icon: IconName;
  aside?: Elements;
  /** Makes the item one of several choices. */
  isChosen?: boolean;
} & ({ href: string } | { onSelect: () => void });

const entryClasses =
  'flex min-h-target-row w-full items-center gap-3 rounded-control px-3 text-page-start font-medium whitespace-nowrap -outline-offset-2 hover:bg-raised focus:bg-raised aria-checked:text-accent pointer-coarse:min-h-target-thumb';

function MenuEntry({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const content = (
    <>
      <Icon name={item.icon} className="size-4 text-muted" />
      <span className="flex-1">{item.label}</span>
      {item.aside}
      {item.isChosen && <Icon name="check" className="size-4" />}
    </>
  );
  if ('href' in item) {
    return (
      <a href={item.href} role="menuitem" tabIndex={-1} className={entryClasses} onClick={onClose}>
        {content}
      </a>
    );
  }
  function select() {
    onClose();
    if ('onSelect' in item) item.onSelect();
  }
  const isChoice = item.isChosen !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked={isChoice ? item.isChosen : undefined}
      tabIndex={-1}
      className={entryClasses}
      onClick={select}
    >
      {content}
    </button>
  );
}
