import type { Page } from 'playwright/test';

/** What a text of the page may be instead of a text of the catalog. */
type Content = { names: readonly string[] };

/**
 * The texts of a page that are in no catalog, as `where: text`. In the pseudo-locale `en-XA`, each text of the catalog is between
 * `⟦` and `⟧`, which may stand in different elements.
 *
 * @param names what people wrote, and the words of the site.
 */
export const textsOutside = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate(
    ({ names: known }: Content) => {
      const CONTENT =
        '[dir], bdi, code, pre, time, kbd, [lang]:not(html), script, style, noscript, template, textarea, [data-content]';
      const isWords = (text: string) => /\p{L}{2}/u.test(text);
      const isKnown = (text: string) => known.some((name) => name.includes(text));
      const outside = (text: string) =>
        text
          .replace(/⟦[^⟦⟧]*⟧/g, '')
          .split(/[·\n]/)
          .map((part) => part.trim())
          .filter((part) => isWords(part) && !isKnown(part));
      const found: string[] = [];
      const whereOf = (element: Element) =>
        `<${element.localName} class="${(element.getAttribute('class') ?? '').slice(0, 40)}">`;
      let depth = 0;
      const walk = (node: Node): void => {
        if (node instanceof Element) {
          if (node !== document.documentElement && node !== document.body && node.matches(CONTENT)) {
            // What a text says of content may have the brackets inside.
            depth +=
              (node.textContent.match(/⟦/g)?.length ?? 0) - (node.textContent.match(/⟧/g)?.length ?? 0);
            return;
          }
          for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
            const value = node.getAttribute(name);
            if (value) found.push(...outside(value).map((text) => `${name} of ${whereOf(node)}: ${text}`));
          }
        }
        if (node.nodeType === Node.TEXT_NODE) {
          for (const part of (node.nodeValue ?? '').split(/(?=[⟦⟧])|(?<=[⟦⟧])/)) {
            if (part === '⟦') depth += 1;
            else if (part === '⟧') depth -= 1;
            else if (depth === 0 && node.parentElement)
              found.push(
                ...outside(part).map((text) => `${whereOf(node.parentElement ?? document.body)}: ${text}`),
              );
          }
        }
        for (const child of node.childNodes) walk(child);
      };
      walk(document.documentElement);
      return [...new Set(found)];
    },
    { names },
  );

/** Where a text of the page runs over the screen or its element, or is cut: `where: text`. */
export const textsCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    for (const element of document.body.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement) || !/[⟦\u202e]/.test(element.textContent)) continue;
      const style = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      // What is for screen readers alone.
      if (width <= 1 || height <= 1 || style.clipPath !== 'none' || style.visibility !== 'visible') continue;
      const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isCut =
        (isClipped(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isClipped(style.overflowY) && element.scrollHeight > element.clientHeight + 2);
      if (isCut)
        found.push(
          `<${element.localName} class="${element.className}"> cuts ${element.textContent.slice(0, 60)}`,
        );
    }
    return found;
  });
