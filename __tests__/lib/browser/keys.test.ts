import { digitOf, isCommand, isPlain, keyOf, isShortcut } from '@/lib/browser/keys';

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
  ['Arabic', 'لا', 'KeyB', {}, 'b'],
  ['Arabic', 'لآ', 'KeyB', shift, 'B'],
  ['Arabic', 'لأ', 'KeyG', shift, 'G'],
  ['Arabic', 'َ', 'KeyQ', shift, 'Q'],
  ['Arabic', 'ظ', 'Slash', {}, '/'],
  ['Arabic', '؟', 'Slash', shift, '?'],
  ['Persian', '٪', 'Digit5', shift, '٪'],
  ['Hindi', 'ज्ञ', 'Digit5', shift, 'ज्ञ'],
  ['Russian', '.', 'Slash', {}, '/'],
  ['Russian', ',', 'Slash', shift, '?'],
  ['Russian', '/', 'Backslash', shift, '/'],
  ['Russian', '?', 'Digit7', shift, '?'],
  ['Russian', '№', 'Digit3', shift, '№'],
  ['Hebrew', '/', 'KeyQ', {}, '/'],
  ['Hebrew', '?', 'Slash', shift, '?'],
  ['Hebrew', '.', 'Slash', {}, '/'],
  ['Hebrew', "'", 'KeyW', {}, "'"],
  ['Greek', ';', 'KeyQ', {}, ';'],
  ['Greek', 'ς', 'KeyW', {}, 'w'],
  ['Turkish', ':', 'Slash', shift, ':'],
  ['Turkish', '/', 'Digit7', shift, '/'],
  ['Turkish', 'ı', 'KeyI', {}, 'ı'],
  ['Turkish', 'i', 'Quote', {}, 'i'],
  ['AZERTY', '!', 'Slash', {}, '!'],
  ['AZERTY', '§', 'Slash', shift, '§'],
  ['AZERTY', '/', 'Period', shift, '/'],
  ['AZERTY', '?', 'KeyM', shift, '?'],
  ['AZERTY', 'a', 'KeyQ', {}, 'a'],
  ['QWERTZ', '-', 'Slash', {}, '-'],
  ['QWERTZ', 'z', 'KeyY', {}, 'z'],
  ['QWERTZ', '§', 'Digit3', shift, '§'],
  ['QWERTZ', '?', 'Minus', shift, '?'],
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

it.each(['tr', 'tr-TR', 'az-Latn-AZ'])(
  'the full stop in the place of the slash is itself in %s',
  (language) => {
    const languages = jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);
    expect([keyOf(press('.', 'Slash')), keyOf(press(',', 'Slash', shift))]).toEqual(['.', ',']);
    languages.mockRestore();
  },
);

it.each([
  ['AZERTY', ['&', 'é', '"', "'", '('], {}, ['1', '2', '3', '4', '5']],
  ['AZERTY', ['1', '2', '3', '4', '5'], shift, ['1', '2', '3', '4', '5']],
  ['Czech', ['+', 'ě', 'š', 'č', 'ř'], {}, ['1', '2', '3', '4', '5']],
  ['QWERTZ', ['1', '2', '3', '4', '5'], {}, ['1', '2', '3', '4', '5']],
  ['QWERTZ', ['!', '"', '§', '$', '%'], shift, []],
  ['Turkish', ['!', "'", '^', '+', '%'], shift, []],
  ['Arabic', ['١', '٢', '٣', '٤', '٥'], {}, ['1', '2', '3', '4', '5']],
  ['an input method', ['1', '2'], { isComposing: true }, []],
])('%s: the digits of the keys %j with %j are %j', (_, keys, more, expected) => {
  const digits = keys.map((key, index) => digitOf(press(key, `Digit${index + 1}`, more)));
  expect(digits.filter((digit) => digit !== undefined)).toEqual(expected);
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
