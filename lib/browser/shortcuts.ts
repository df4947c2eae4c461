import { isPlain, keyOf } from './keys';

/** Single-key shortcuts: keys that act without Ctrl, Alt or Cmd. Readers can switch them off (WCAG 2.1.4). */
const KEY = 'shortcuts';
const listeners = new Set<() => void>();

/** On unless the reader has switched them off in this browser. */
export function areShortcutsOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setShortcuts(areOn: boolean): void {
  try {
    window.localStorage.setItem(KEY, areOn ? 'on' : 'off');
  } catch {
    // Denied, or full: the choice holds for no page.
  }
  for (const listener of listeners) listener();
}

export function subscribeToShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether a key press is a shortcut: pressed alone, outside forms, text fields and menus, with no dialog open, and not switched
 * off.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target, defaultPrevented } = event;
  if (defaultPrevented || keyOf(event) === '' || !isPlain(event)) return false;
  const isElsewhere =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('form, input, textarea, select, [role^="menu"]'));
  return !isElsewhere && !document.querySelector('[aria-modal="true"]') && areShortcutsOn();
}
