import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright';
import { until } from '../setup/until';

/** The script that moves the clock of a page. */
export const movedClock = readFileSync(new URL('./moved-clock.js', import.meta.url), 'utf8');

export type Write = (file: string, lines: readonly string[]) => void;

/** What differs from one run to the next without a change of any text. */
export const normalize = (text: string): string =>
  text
    .replace(/(\d{4}-\d\d-\d\d)T\d\d:\d\d[\d:.]*(Z|\+00:00)?/g, '$1T<time>')
    // The service worker has the clock of the machine.
    .replace(/\bsaved on \w+ \d+, \d+/g, 'saved on <day>')
    .replace(/\b\d{1,2}:\d\d(:\d\d)?\b/g, '<time>')
    .replace(/\b(just now|(a|an|one|\d+)\s+(s|min|h|seconds?|minutes?|hours?) ago)\b/g, '<moments ago>')
    .replace(/\bin (a|an|one|\d+) (seconds?|minutes?)\b/g, 'in <moments>')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>')
    // The parts of the digests of the log.
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{12}\b/g, '<digest>')
    .replace(/\/_next\/[^"'\s)<]+/g, '<file>')
    .replace(/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{30,}(\.[\w-]{20,})?/g, '<token>');

/** Runs in the page. @returns everything that it says, in order: a line for each block, with attributes in braces. */
function textsOfPage(): string[] {
  const spoken = [
    ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder'],
    ...['title', 'alt', 'placeholder', 'label', 'download'],
  ];
  const lines = [`document title: ${document.title}`];
  for (const meta of document.head.querySelectorAll('meta[content]'))
    lines.push(
      `meta ${meta.getAttribute('name') ?? meta.getAttribute('property')}: ${meta.getAttribute('content')}`,
    );
  for (const link of document.head.querySelectorAll('link[title]'))
    lines.push(`link ${link.getAttribute('title')}`);
  for (const data of document.querySelectorAll('script[type="application/ld+json"]'))
    lines.push(`data ${data.textContent}`);
  let line = '';
  const end = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  const visit = (node: Node) => {
    if (node instanceof Text) line += node.data;
    if (!(node instanceof Element) || node.matches('script, style, template')) return;
    // With scripts, its content is text.
    if (node.localName === 'noscript' && node.firstElementChild === null) return;
    const isInline = /^(inline|contents)/.test(getComputedStyle(node).display);
    if (!isInline) end();
    for (const name of spoken) if (node.getAttribute(name)) line += ` {${name}: ${node.getAttribute(name)}} `;
    if (node instanceof HTMLInputElement && /^(submit|button|reset)$/.test(node.type)) line += node.value;
    if (node instanceof HTMLInputElement && node.validity.customError)
      line += ` {refused: ${node.validationMessage}} `;
    node.childNodes.forEach(visit);
    if (!isInline) end();
  };
  visit(document.body);
  end();
  return lines;
}

/** Runs in the page. @returns a key for each button that can be pressed, or presses the one with a key. */
function findButtons({ press }: { press?: string }): string[] {
  const keys: string[] = [];
  const [, folder = '', section = ''] = location.pathname.split('/');
  const page = /^(account|moderation)$/.test(folder) ? section : folder;
  const buttons = 'button, summary, [role="tab"], [role^="menuitem"], input[type="submit"]';
  for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
    if (!button.checkVisibility() || button.matches(':disabled')) continue;
    const item = button.closest('li, article, tr');
    const label = button.getAttribute('aria-label') ?? button.textContent;
    const number = item ? [...item.querySelectorAll(buttons)].indexOf(button) : 0;
    // The buttons of each item of a list are the same.
    const key = item ? `${page} ${item.localName} ${number}` : label.replace(/\s+/g, ' ').trim().slice(0, 60);
    if (key === press) {
      button.focus();
      button.click();
      return [key];
    }
    keys.push(key);
  }
  return press === undefined ? [...new Set(keys)] : [];
}

const withoutThose = (lines: readonly string[], others: readonly string[]) => {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
};

let visitCount = 0;

/** A page of a viewer, and what it says once nothing moves any more. */
export class TextReader {
  readonly #pending = new Set<Request>();

  constructor(
    readonly page: Page,
    readonly url: string,
    readonly hasScripts = true,
  ) {
    page.on('request', (request) => this.#pending.add(request));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('dialog', (dialog) => void dialog.dismiss());
  }

  async open(path: string): Promise<string[]> {
    // Limits count addresses.
    visitCount += 1;
    await this.page.setExtraHTTPHeaders({
      'x-forwarded-for': `10.1.${visitCount >> 8}.${visitCount & 255}`,
    });
    this.#pending.clear();
    await this.page.goto(this.url + path);
    return this.settled();
  }

  /** @param ask runs a function in the page. @returns undefined while the page changes its address. */
  async #ask<Answer>(ask: (page: Page) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      // esbuild calls this for each named function.
      await this.page.evaluate('globalThis.__name ??= (named) => named');
      return await ask(this.page);
    } catch (error) {
      if (/context was destroyed|navigati|closed/i.test(String(error))) return undefined;
      throw error;
    }
  }

  /** @returns what the page says once it has not changed for a moment, and no request is under way. */
  async settled(): Promise<string[]> {
    let lines: string[] = [];
    let calm = 0;
    const isCalm = async () => {
      const isReady =
        !this.hasScripts ||
        (await this.#ask((page) => page.evaluate(() => document.documentElement.dataset.ready === 'true')));
      const now = ((await this.#ask((page) => page.evaluate(textsOfPage))) ?? []).map(normalize);
      const isSame = isReady && this.#pending.size === 0 && now.join('\n') === lines.join('\n');
      calm = isSame ? calm + 1 : 0;
      lines = now;
      return calm === 2;
    };
    await until(isCalm, { withinMs: 10_000, everyMs: 50 }).catch(() => undefined);
    return lines;
  }

  /** Presses every button of the open page that was pressed on no other one, and those that appear then. @returns what the page says then, and not before. */
  async openAll(path: string, known: Set<string>): Promise<string[]> {
    const lines: string[] = [];
    let before = await this.settled();
    const list = async () => (await this.#ask((page) => page.evaluate(findButtons, {}))) ?? [];
    const press = async (key: string, others: readonly string[]) => {
      known.add(key);
      if (!(await this.#ask((page) => page.evaluate(findButtons, { press: key })))?.length) return undefined;
      const now = await this.settled();
      const news = withoutThose(now, others);
      if (news.length > 0) lines.push(`# after ${normalize(key)}`, ...news);
      return now;
    };
    const first = await list();
    for (const key of first.filter((each) => !known.has(each))) {
      const opened = await press(key, before);
      const appeared = opened ? withoutThose(await list(), [...first, ...known]) : [];
      for (const inner of appeared) {
        if (await press(inner, opened ?? before)) continue;
        // Another button has closed what had opened.
        before = await this.open(path);
        await this.#ask((page) => page.evaluate(findButtons, { press: key }));
        await this.settled();
        await press(inner, opened ?? before);
      }
      await this.page.keyboard.press('Escape');
      const isBack = this.page.url() === this.url + path;
      if (!isBack || withoutThose(await this.settled(), before).length > 0) before = await this.open(path);
    }
    return lines;
  }
}
