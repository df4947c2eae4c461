/**
 * Fails a screen's test in which the screen was, at any moment, in a state that is wrong on every screen: a spinner in a
 * button that can be pressed, a value that was never there written out as text, or a reference to a missing element.
 */
const found = new Set<string>();

/** What JavaScript writes for a value that is missing or has no text of its own. */
const NO_TEXT = /^(?:undefined|null|NaN|true|false)$|\[object |\bundefined\b|\bNaN\b|Invalid Date/;
const REFERENCES = ['aria-describedby', 'aria-labelledby', 'aria-controls', 'aria-activedescendant'];
/** Elements that are there for their text or what else is in them. Live regions are announced when they are filled. */
const NEEDS_CONTENT = 'h1, h2, h3, p, li, dt, dd, a, button, label, time, mark, strong';
const MAY_BE_EMPTY = '[role=alert], [role=status], [aria-live], [aria-hidden=true] *, [aria-label]';

const describe = (element: Element) => element.outerHTML.slice(0, 200);

function checkScreen(): void {
  const { body } = document;
  for (const spinner of body.querySelectorAll('.animate-spin')) {
    const button = spinner.closest('button:not([aria-disabled=true], [aria-busy=true], [disabled])');
    if (button) found.add(`A spinner in ${describe(button)}`);
  }
  for (const name of REFERENCES) {
    for (const element of body.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name)?.split(' ') ?? [];
      const missing = ids.filter((id) => id !== '' && !document.getElementById(id));
      if (missing.length > 0) found.add(`No element has the id of ${name} in ${describe(element)}`);
    }
  }
  for (const element of body.querySelectorAll('[aria-invalid=true]')) {
    if (!element.hasAttribute('aria-describedby')) found.add(`No error is said of ${describe(element)}`);
  }
  for (const element of body.querySelectorAll(NEEDS_CONTENT)) {
    const isEmpty = element.textContent.trim() === '' && element.querySelector('img, svg, input') === null;
    if (isEmpty && !element.matches(MAY_BE_EMPTY)) found.add(`Nothing is in ${describe(element)}`);
  }
  for (const link of body.querySelectorAll('[href], [src]')) {
    const url = link.getAttribute('href') ?? link.getAttribute('src') ?? '';
    if (url === '' || /undefined|NaN|null/.test(url)) found.add(`No address in ${describe(link)}`);
  }
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? '';
    if (NO_TEXT.test(text)) found.add(`“${text}” in ${body.innerHTML.slice(0, 200)}`);
  }
}

const observer = new MutationObserver(checkScreen);
observer.observe(document.body, {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
});

afterEach(() => {
  const all = [...found];
  found.clear();
  expect(all).toEqual([]);
});
afterAll(() => observer.disconnect());

export {};
