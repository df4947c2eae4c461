import type { Page } from 'playwright/test';

/** What is done to the elements of a page: a state is changed and changed back, or the pointer is over them. */
declare global {
  interface Window {
    /** What can be seen of an element, its pseudo-elements and its descendants, as text. Empty if nothing can. */
    paintOf: (element: Element) => string;
    /** For each control that the pointer may be over: its name, and what can be seen of it. */
    hoverable: { name: string; element: Element; paint: string }[];
    nameOf: (element: Element) => string;
    /** Elements with the same classes and states, in a parent with the same classes, look the same. */
    kindOf: (element: Element) => string;
  }
}

/** Runs in the page. Ends all transitions, which show a state halfway. */
function prepare(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const isClear = (color: string) => /^(transparent|rgba\(.+, 0\))$/.test(color);
  const lengthOf = (text: string) => parseFloat(text) || 0;

  function paintOfPart(element: Element, pseudo?: '::before' | '::after'): string {
    const style = getComputedStyle(element, pseudo);
    if (pseudo && /^(none|normal)$/.test(style.content)) return '';
    const painted: string[] = [];
    const paint = (name: string, value: string) => void painted.push(`${name}: ${value}`);
    const always = ['opacity', 'visibility', 'transform', 'translate', 'scale', 'rotate', 'filter'];
    for (const name of [...always, 'background-image', 'box-shadow'])
      paint(name, style.getPropertyValue(name));
    if (!isClear(style.backgroundColor)) paint('ground', `${style.backgroundColor} ${style.clipPath}`);
    for (const side of ['top', 'right', 'bottom', 'left']) {
      const of = (what: string) => style.getPropertyValue(`border-${side}-${what}`);
      if (lengthOf(of('width')) > 0 && of('style') !== 'none' && !isClear(of('color'))) {
        paint(side, `${of('width')} ${of('style')} ${of('color')}`);
      }
    }
    if (lengthOf(style.outlineWidth) > 0 && style.outlineStyle !== 'none') paint('outline', style.outline);
    // A triangle before the text, which only a list item has.
    if (!pseudo && style.display === 'list-item') paint('marker', style.listStyleType);
    const hasText = pseudo
      ? !/^(""|'')$/.test(style.content)
      : [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) ||
        (element instanceof HTMLInputElement && element.value !== '');
    if (pseudo) paint('content', style.content);
    if (hasText && lengthOf(style.fontSize) > 0) {
      for (const name of ['color', 'font-weight', 'text-decoration-line', 'text-decoration-thickness']) {
        paint(name, style.getPropertyValue(name));
      }
      // Without a line, its color is not seen.
      if (style.textDecorationLine !== 'none') paint('line', style.textDecorationColor);
    }
    if (element instanceof SVGElement) paint('icon', `${style.color} ${style.fill} ${style.stroke}`);
    return painted.join('; ');
  }

  /** What is there for screen readers alone is not seen. */
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
  };

  window.paintOf = (element) =>
    isSeen(element)
      ? [element, ...element.querySelectorAll('*')]
          .filter((part) => part === element || isSeen(part))
          .flatMap((part) => [paintOfPart(part), paintOfPart(part, '::before'), paintOfPart(part, '::after')])
          .join('\n')
      : '';
  const states = ['pressed', 'selected', 'checked', 'expanded', 'current'];
  window.kindOf = (element) =>
    [
      ...[element, element.parentElement].map((part) => `${part?.localName} ${part?.getAttribute('class')}`),
      ...states.map((state) => element.getAttribute(`aria-${state}`) ?? ''),
    ].join('|');
  window.nameOf = (element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent;
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${label.trim().slice(0, 40)}`;
  };
}

/** Runs in the page. Returns the elements that look the same in both states. */
function findSameStates(): string[] {
  const other = (name: string, value: string): string | null => {
    if (name === 'aria-current') return value === 'false' ? 'true' : null;
    return value === 'true' ? 'false' : 'true';
  };
  const same: string[] = [];
  const seen = new Set<string>();
  const compare = (shown: Element, change: () => () => void, state: string) => {
    const kind = `${state} ${window.kindOf(shown)}`;
    if (seen.has(kind)) return;
    const before = window.paintOf(shown);
    if (before === '') return;
    seen.add(kind);
    const restore = change();
    const isSame = window.paintOf(shown) === before;
    restore();
    if (isSame) same.push(`${state}: ${window.nameOf(shown)}`);
  };
  for (const name of ['aria-pressed', 'aria-selected', 'aria-current', 'aria-expanded', 'aria-checked']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      // The list below the field shows that it is open.
      if (name === 'aria-expanded' && element.role === 'combobox') continue;
      const value = element.getAttribute(name) ?? '';
      const set = (to: string | null) =>
        to === null ? element.removeAttribute(name) : element.setAttribute(name, to);
      compare(element, () => (set(other(name, value)), () => set(value)), `${name}="${value}"`);
    }
  }
  for (const summary of document.querySelectorAll('summary')) {
    const details = summary.closest('details');
    if (!details) continue;
    const isOpen = details.open;
    compare(summary, () => ((details.open = !isOpen), () => void (details.open = isOpen)), 'open');
  }
  return [...new Set(same)];
}

const THEMES = ['dark', 'light'] as const;

/** Elements of the page that look the same in both of their states, in either theme. */
export async function sameStatesOn(page: Page): Promise<string[]> {
  await page.evaluate(prepare);
  const same: string[] = [];
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    same.push(...(await page.evaluate(findSameStates)));
  }
  return [...new Set(same)];
}

const chooseTheme = (page: Page, theme: (typeof THEMES)[number]) =>
  page.evaluate((chosen) => {
    document.documentElement.classList.remove('dark', 'light');
    document.documentElement.classList.add(chosen);
  }, theme);

/** Runs in the page. Marks buttons, and links that look like one: with a ground, a border or the class of a button. */
function markHoverable(known: readonly string[]): string[] {
  const looksPressable = (element: Element) => {
    if (element.localName !== 'a') return true;
    const style = getComputedStyle(element);
    const hasBorder = parseFloat(style.borderTopWidth) > 0 && parseFloat(style.borderLeftWidth) > 0;
    const hasGround = !/^(transparent|rgba\(.+, 0\))$/.test(style.backgroundColor);
    return hasBorder || hasGround || element.matches('.button, .header-link, .bar-item, [role^="menuitem"]');
  };
  const seen = new Set(known);
  window.hoverable = [];
  for (const element of document.querySelectorAll(
    'button, summary, a[href], [role="button"], [role^="menuitem"]',
  )) {
    // What can't be pressed, leads to the page itself, is chosen, open or has the focus shows that instead.
    const shown = [
      'disabled="true"',
      'current="page"',
      'selected="true"',
      'checked="true"',
      'expanded="true"',
    ];
    if (element.matches([':disabled', ':focus', ...shown.map((state) => `[aria-${state}]`)].join())) continue;
    if (!looksPressable(element)) continue;
    const kind = window.kindOf(element);
    const paint = window.paintOf(element);
    if (paint === '' || seen.has(kind)) continue;
    seen.add(kind);
    element.setAttribute('data-hoverable', '');
    window.hoverable.push({ name: window.nameOf(element), element, paint });
  }
  return [...seen];
}

/**
 * Buttons of the page, and links that look like one, that look the same with the pointer over them, in either theme.
 *
 * @param known kinds that were looked at before; those of this page are added.
 */
export async function sameUnderPointerOn(page: Page, known: Set<string>): Promise<string[]> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('DOM.enable');
  await chromium.send('CSS.enable');
  await page.evaluate(prepare);
  await chooseTheme(page, 'dark');
  const kinds = await page.evaluate(markHoverable, [...known]);
  for (const kind of kinds) known.add(kind);
  const { root } = await chromium.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await chromium.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-hoverable]',
  });
  const force = (forcedPseudoClasses: string[]) =>
    Promise.all(
      nodeIds.map((nodeId) => chromium.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
    );
  const same: string[] = [];
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    await page.evaluate(() => {
      for (const each of window.hoverable) each.paint = window.paintOf(each.element);
    });
    await force(['hover']);
    same.push(
      ...(await page.evaluate(() =>
        window.hoverable
          .filter(({ element, paint }) => element.isConnected && window.paintOf(element) === paint)
          .map(({ name }) => name),
      )),
    );
    await force([]);
  }
  await chromium.detach();
  return [...new Set(same)];
}
