import { fireEvent } from '@testing-library/react';
import { dismissPromos, EARLY_SCRIPT, takeEarlyKey } from '@/lib/browser/early-script';
import { runInlineScript } from '../../setup/run-inline-script';

const { dataset } = document.documentElement;
const form = () => document.querySelector<HTMLFormElement>('form');

/** Opens a page, and ends the listeners of the previous one. */
let leave = new AbortController();
function openPage(isHeaderShown = true) {
  leave.abort();
  const { signal } = (leave = new AbortController());
  const listen = window.addEventListener.bind(window);
  jest
    .spyOn(window, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal }),
    );
  document.body.innerHTML = `<form class="${isHeaderShown ? 'header-search' : ''}"><input><textarea></textarea><select></select><a href="/">Home</a></form>`;
  runInlineScript(EARLY_SCRIPT);
}
afterEach(() => {
  leave.abort();
  jest.restoreAllMocks();
  localStorage.clear();
  delete dataset.ready;
  delete dataset.promos;
  delete dataset.earlyKey;
});

/** Returns whether the page has handled the key. */
const press = (key: string, { on = 'a', ...modifiers }: { on?: string } & KeyboardEventInit = {}) =>
  !fireEvent.keyDown(document.querySelector(on) ?? document, { key, ...modifiers });

it('hides the announcements that were dismissed in this tab', () => {
  openPage();
  expect(dataset.promos).toBeUndefined();
  dismissPromos();
  expect(dataset.promos).toBe('dismissed');
  delete dataset.promos;
  openPage();
  expect(dataset.promos).toBe('dismissed');
});

it.each([
  ['/', {}],
  ['k', { ctrlKey: true }],
  ['K', { ctrlKey: true, shiftKey: true }],
  ['k', { metaKey: true }],
  ['k', { ctrlKey: true, on: 'textarea' }],
])('leads the key %s with %j into the field of the header', (key, how) => {
  openPage();
  expect(press(key, how)).toBe(true);
  expect(form()?.dataset.open).toBe('true');
  expect(document.querySelector('input')).toHaveFocus();
});

it.each([
  ['/', { on: 'input' }],
  ['/', { on: 'textarea' }],
  ['/', { on: 'select' }],
  ['/', { ctrlKey: true }],
  ['/', { metaKey: true }],
  ['/', { altKey: true }],
  ['k', {}],
  ['j', { ctrlKey: true }],
  ['?', { on: 'input' }],
  ['?', { ctrlKey: true }],
])('leaves the key %s with %j to the browser', (key, how) => {
  openPage();
  expect(press(key, how)).toBe(false);
  expect(form()?.dataset.open).toBeUndefined();
  expect(document.body).toHaveFocus();
  expect(takeEarlyKey()).toBeUndefined();
});

it('leaves single keys to the browser where a reader has switched them off', () => {
  localStorage.setItem('shortcuts', 'off');
  openPage();
  expect(press('/')).toBe(false);
  expect(press('?')).toBe(false);
  expect(takeEarlyKey()).toBeUndefined();
  delete dataset.ready;
  expect(press('k', { metaKey: true })).toBe(true);
});

it('leaves the keys of the search to the browser on a page without a field', () => {
  openPage(false);
  expect(press('/')).toBe(false);
  expect(form()?.dataset.open).toBeUndefined();
});

it('tells once of a question mark, and handles no key from then on', () => {
  openPage();
  press('?');
  expect(takeEarlyKey()).toBe('?');
  expect(takeEarlyKey()).toBeUndefined();
  expect(press('/')).toBe(false);
  press('?');
  expect(takeEarlyKey()).toBeUndefined();
});

it('loads the page that Back leads to, until the scripts of the page have taken over', () => {
  // jsdom does not load pages, and says so.
  const said = jest.spyOn(console, 'error').mockReturnValue();
  openPage();
  fireEvent.popState(window, { state: null });
  expect(said).toHaveBeenCalledTimes(0);
  fireEvent.popState(window, { state: { url: '/' } });
  expect(said).toHaveBeenCalledTimes(1);
  expect(String(said.mock.calls[0]?.[0])).toContain('navigation');
  takeEarlyKey();
  fireEvent.popState(window, { state: { url: '/' } });
  expect(said).toHaveBeenCalledTimes(1);
});

it('handles nothing in a browser that denies storage', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  openPage();
  expect(press('/')).toBe(false);
  expect(dataset.promos).toBeUndefined();
});
