import { browserStorage } from './window';

type PressedKey = KeyboardEvent | { nativeEvent: KeyboardEvent };

/**
 * The key of a press: the letter that a Latin keyboard has in this place where the keyboard writes another script, in lower
 * case unless Shift is held; the name of a key such as `Enter`; nothing while an input method composes text, because all
 * keys then belong to it. The full stop in the place of the slash is the slash, except where Latin keyboards have it there,
 * in Turkish and Azerbaijani. Every handler of keys reads this instead of the event. The inline script has this function's text, so
 * it uses no other name of this file.
 */
export function keyOf(event: PressedKey): string {
  const pressed = 'nativeEvent' in event ? event.nativeEvent : event;
  const { key, code, shiftKey, isComposing } = pressed;
  // Safari sends the Enter that ends a conversion after `compositionend`: only this number tells it from another Enter.
  // oxlint-disable-next-line @typescript-eslint/no-deprecated
  if (isComposing || pressed.keyCode === 229) return '';
  const inCase = (letter: string) => (shiftKey ? letter.toUpperCase() : letter.toLowerCase());
  if (/^[a-z]$/i.test(key)) return inCase(key);
  // One press may write several characters, as لا does. Signs that keyboards of many scripts have, such as §, count as Latin.
  if (/^[^\p{scx=Latin}\p{scx=Common}]+$/u.test(key)) {
    const letter = /^Key([A-Z])$/.exec(code)?.[1];
    if (letter) return inCase(letter);
    if (code === 'Slash') return shiftKey ? '?' : '/';
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
    if (digit && !shiftKey) return digit;
  }
  const isStop = key === (shiftKey ? ',' : '.') && code === 'Slash';
  if (isStop && !/^(?:az|tr)\b/i.test(navigator.language)) return shiftKey ? '?' : '/';
  return key;
}

/**
 * The digit of a press, also without Shift in the row of digits, where French and Czech keyboards write other characters.
 * Only for where these characters mean nothing else.
 */
export function digitOf(event: PressedKey): string | undefined {
  const { code, shiftKey } = 'nativeEvent' in event ? event.nativeEvent : event;
  const key = keyOf(event);
  if (/^\d$/.test(key)) return key;
  return key === '' || shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
}

/** Whether Ctrl or Cmd is held, and no key that writes other letters: on Windows, AltGr counts as Ctrl and Alt. */
export const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.getModifierState('AltGraph');

/** Whether no key but Shift is held. */
export const isPlain = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.getModifierState('AltGraph');

type Keys = Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether a click with these keys opens a link in another tab or window, or downloads it. The browser then does it. */
export const isForBrowser = ({ altKey, ctrlKey, metaKey, shiftKey }: Keys): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/** Single-key shortcuts: keys that act without Ctrl, Alt or Cmd. Readers can switch them off (WCAG 2.1.4). */
const KEY = 'shortcuts';
const listeners = new Set<() => void>();

/** On unless the reader has switched them off in this browser. */
export const areShortcutsOn = (): boolean => browserStorage.read(KEY) !== 'off';

export function setShortcuts(areOn: boolean): void {
  browserStorage.write(KEY, areOn ? 'on' : 'off');
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
