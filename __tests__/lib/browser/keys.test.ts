import { isCommand, isPlain, keyOf, isShortcut } from '@/lib/browser/keys';

const press = (key: string, code: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code, ...more });

const shift = { shiftKey: true };

it.each([
  ['English', 'j', 'KeyJ', {}, 'j'],
  ['Dvorak', 'j', 'KeyC', {}, 'j'],
  ['Russian', 'о', 'KeyJ', {}, 'j'],
  ['Ukrainian', 'л', 'KeyK', {}, 'k'],
  ['Greek', 'κ', 'KeyK', {}, 'k'],
  ['Hebrew', 'ל', 'KeyK', {}, 'k'],
  ['Arabic', 'ن', 'KeyK', {}, 'k'],
  ['Korean', 'ㅏ', 'KeyK', {}, 'k'],
  ['Thai', 'า', 'KeyK', {}, 'k'],
  ['Arabic', '٣', 'Digit3', {}, '3'],
  ['Russian', '.', 'Slash', {}, '/'],
  ['Russian', ',', 'Slash', shift, '?'],
  ['Hebrew', '/', 'KeyQ', {}, '/'],
  ['Georgian', '၊', 'Slash', {}, '/'],
  ['Caps Lock', 'K', 'KeyK', {}, 'k'],
  ['Caps Lock and Shift', 'k', 'KeyK', shift, 'K'],
  ['Shift on a Greek keyboard', 'Κ', 'KeyK', shift, 'K'],
  ['German', 'ö', 'Semicolon', {}, 'ö'],
  ['French', 'é', 'Digit2', {}, 'é'],
  ['a dead key', 'Dead', 'KeyK', {}, 'Dead'],
  ['every keyboard', 'Enter', 'Enter', {}, 'Enter'],
  ['while text is composed', 'Enter', 'Enter', { isComposing: true }, ''],
  ['the end of a conversion in Safari', 'Enter', 'Enter', { keyCode: 229 }, ''],
  ['an input method', 'Process', 'KeyK', { keyCode: 229 }, ''],
])('%s: %s of %s %j is the key "%s"', (_, key, code, more, expected) => {
  const event = press(key, code, more);
  expect(keyOf(event)).toBe(expected);
  expect(keyOf({ nativeEvent: event })).toBe(expected);
});

it.each([
  ['Ctrl', { ctrlKey: true }, true, false],
  ['Cmd', { metaKey: true }, true, false],
  ['AltGr on Windows', { ctrlKey: true, altKey: true }, false, false],
  ['AltGr elsewhere', { modifierAltGraph: true }, false, false],
  ['Alt', { altKey: true }, false, false],
  ['Shift', shift, false, true],
  ['Caps Lock', { modifierCapsLock: true }, false, true],
])('%s: whether it is a command, or pressed alone', (_, more, command, alone) => {
  const event = press('k', 'KeyK', more);
  expect(isCommand(event)).toBe(command);
  expect(isPlain(event)).toBe(alone);
  expect(isShortcut(event)).toBe(alone);
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'no key is a shortcut while text is composed, %j',
  (more) => {
    expect(isShortcut(press('j', 'KeyJ', more))).toBe(false);
  },
);
