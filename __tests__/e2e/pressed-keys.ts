declare global {
  interface Window {
    /** Of Next.js. */
    next: { router: { push: (path: string) => Promise<boolean> } };
  }
}

export type Press = {
  key: string;
  /** Of the answer to the search that the key leads to, in turns of the event loop. */
  answerTurns: number;
  /** Until the next key. */
  restTurns: number;
  /** The option that the pointer moves to: 0 is the first one, almost 1 the last. */
  place: number;
};

export type KeySequence = {
  presses: Press[];
  /** Enter is pressed before the answer to the last search has to be there. */
  entersEarly: boolean;
};

/**
 * Presses sequences of keys in the search modal, and Enter after each. Runs inside the page, so that a key costs no message
 * between the test and the browser. Searches are answered here, without a server.
 *
 * @param names of the products: a query finds those that begin with it.
 * @returns one line for each disagreement between the active descendant, the selection and what Enter opens.
 */
export async function pressKeys({
  sequences,
  names,
}: {
  sequences: KeySequence[];
  names: string[];
}): Promise<string[]> {
  const PATIENCE_MS = 10_000;
  /** The pace of searches and the age of their answers are forgotten between two sequences. */
  const PAUSE_MS = 120_000;
  const failures: string[] = [];
  let trace = '';
  let answerTurns = 0;
  let aheadMs = 0;
  let opened: { path: string; shown: string; isOutdated: boolean }[] = [];

  const field = () => document.querySelector<HTMLInputElement>('[role="dialog"] [role="combobox"]');
  const options = (condition = '') => [...document.querySelectorAll(`[role="option"]${condition}`)];
  const selected = () => options('[aria-selected="true"]');
  const namesFor = (query: string) => names.filter((name) => name.startsWith(query));
  const themeNow = () => document.documentElement.className;
  const report = (problem: string) => failures.push(`${trace}: ${problem}`);

  const turn = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage('');
    });

  async function turns(count: number): Promise<void> {
    for (let index = 0; index < count; index++) await turn();
  }

  async function until(isTrue: () => boolean, what: string): Promise<void> {
    const startedAtMs = performance.now();
    while (!isTrue()) {
      if (performance.now() - startedAtMs > PATIENCE_MS)
        throw new Error(`${trace}: waited for ${what} in vain.`);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** The options belong to the text in the field. */
  function isAnswered(): boolean {
    const query = field()?.value ?? '';
    if (query === '') return true;
    const excerpts = [...document.querySelectorAll('[role="option"] [id$="-excerpt"]')];
    const shown = excerpts.map(({ textContent }) => textContent);
    if (
      shown.length === 0 &&
      !document.querySelector('[role="dialog"]')?.textContent.includes('No Result found')
    ) {
      return false;
    }
    return (
      shown.join() ===
      namesFor(query)
        .map(() => `for ${query}…`)
        .join()
    );
  }

  const allResults = () => `/search?q=${field()?.value ?? ''}`;

  /** What Enter has to open: the selected option, else the page of all results. */
  function shownPath(): string {
    const [option] = selected();
    return option ? (option.getAttribute('href') ?? 'command') : allResults();
  }

  function check(): void {
    const active = field()?.getAttribute('aria-activedescendant') ?? '';
    const ids = selected().map(({ id }) => id);
    if (ids.join() !== active) report(`“${active}” is active, “${ids.join()}” is selected`);
  }

  function hit(name: string, query: string) {
    const title = name;
    const content = `for ${query}`;
    const common = {
      objectID: name,
      id: name,
      title,
      content,
      url: `/tool/${name}`,
      tags: [],
      upvoteCount: 0,
    };
    return { ...common, imageURL: '/apple-touch-icon.png' };
  }

  const { XMLHttpRequest: BrowserRequest } = window;
  window.XMLHttpRequest = class extends BrowserRequest {
    override send(body?: XMLHttpRequestBodyInit | Document | null): void {
      const query = /"query":"(.*?)"/.exec(typeof body === 'string' ? body : '')?.[1];
      if (query === undefined) {
        super.send(body);
        return;
      }
      const hits = namesFor(query).map((name) => hit(name, query));
      const results = [{ hits, nbHits: hits.length, page: 0, nbPages: 1 }];
      Object.defineProperties(this, {
        status: { value: 200 },
        responseText: { value: JSON.stringify({ results }) },
      });
      void turns(answerTurns).then(() => {
        this.onload?.(new ProgressEvent('load'));
      });
    }
  };

  // Stays ahead after this call: the clock of the page must not go back.
  const { now } = Date;
  Date.now = (): number => now() + aheadMs;
  const { router } = window.next;
  const { push } = router;
  router.push = (path) => {
    opened.push({ path, shown: shownPath(), isOutdated: path !== allResults() && !isAnswered() });
    return Promise.resolve(true);
  };

  const keyDown = (target: Element, init: KeyboardEventInit) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

  function type(target: HTMLInputElement, text: string, from: number): void {
    target.setRangeText(text, from, target.value.length, 'end');
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }

  async function press(press: Press): Promise<void> {
    const target = field();
    if (!target) throw new Error(`${trace}: the modal has closed.`);
    answerTurns = press.answerTurns;
    if (press.key.length === 1) type(target, press.key, target.value.length);
    else if (press.key === 'Backspace') type(target, '', Math.max(0, target.value.length - 1));
    else if (press.key === 'Pointer') {
      const all = options();
      all[Math.floor(press.place * all.length)]?.dispatchEvent(
        new PointerEvent('pointermove', { bubbles: true }),
      );
    } else keyDown(target, { key: press.key });
    await turns(press.restTurns);
    check();
  }

  async function enter({ presses, entersEarly }: KeySequence): Promise<void> {
    if (!entersEarly) await until(isAnswered, 'the answer');
    check();
    const target = field();
    const before = shownPath();
    const theme = themeNow();
    const hasMoved = /^Arrow|^Pointer/.test(presses.at(-1)?.key ?? '');
    if (target && keyDown(target, { key: 'Enter' })) target.form?.requestSubmit();
    await until(() => field() === null, 'the end of the modal');
    const [first, ...others] = opened;
    if (before === 'command' && themeNow() === theme) report('Enter did not carry out the command');
    if (before !== 'command' && !first) report('Enter opened nothing');
    if (others.length > 0) report('Enter opened twice');
    if (!first) return;
    if (first.path !== first.shown) report(`Enter opened ${first.path} instead of ${first.shown}`);
    if (!entersEarly && first.path !== before) report(`Enter opened ${first.path} instead of ${before}`);
    if (!hasMoved && first.isOutdated) report(`Enter opened ${first.path} before the answer`);
  }

  const watcher = new MutationObserver(check);
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
  for (const sequence of sequences) {
    trace = sequence.presses.map(({ key }) => key).join(' ');
    opened = [];
    aheadMs += PAUSE_MS;
    await until(() => {
      // Has no effect while the modal closes.
      if (!field()) keyDown(document.body, { key: 'k', ctrlKey: true });
      return field() !== null && document.activeElement === field();
    }, 'the modal');
    for (const each of sequence.presses) await press(each);
    await enter(sequence);
  }
  watcher.disconnect();
  router.push = push;
  window.XMLHttpRequest = BrowserRequest;
  return failures;
}
