/**
 * Fails a screen's test after which the product still listens to the window or the document, or still has a timer: every
 * hook has to clean up when its component unmounts.
 */
const leftBehind = new Map<unknown, string>();

/**
 * What lives as long as the page: the history is watched from the first dialog on, and with the tags; a download reads its URL later, and
 * the notice of a kept page stays.
 */
const LIVES_ON = /dialog-history|browser\/save-file|browser\/analytics|offline\/notice/;

/** @returns the line of the product that calls, or undefined if a test or a package does. */
function callerInProduct(): string | undefined {
  const [, , , , caller = ''] = new Error().stack?.split('\n') ?? [];
  if (/__tests__|node_modules/.test(caller) || LIVES_ON.test(caller)) return undefined;
  return /(?:components|hooks|lib)\/[\w/.-]+:\d+/.exec(caller)?.[0];
}

/** @param replacement is given the arguments of a call, and the original to pass them on to. */
function wrap(
  target: object,
  name: string,
  replacement: (input: unknown[], original: (...input: unknown[]) => unknown) => unknown,
): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`There is no ${name} to wrap.`);
  const original = (...input: unknown[]): unknown => Reflect.apply(method, target, input);
  Reflect.set(target, name, (...input: unknown[]) => replacement(input, original));
}

for (const target of [window, document]) {
  const added: { type: unknown; listener: unknown }[] = [];
  wrap(target, 'addEventListener', ([type, listener, options], add) => {
    const caller = callerInProduct();
    const hasSignal = typeof options === 'object' && options !== null && 'signal' in options;
    if (caller !== undefined && !hasSignal) {
      const key = { type, listener };
      added.push(key);
      leftBehind.set(key, `${String(type)} in ${caller}`);
    }
    return add(type, listener, options);
  });
  wrap(target, 'removeEventListener', ([type, listener, options], remove) => {
    for (const key of added) {
      if (key.type === type && key.listener === listener) leftBehind.delete(key);
    }
    return remove(type, listener, options);
  });
}

wrap(window, 'setTimeout', ([callback, ...rest], set) => {
  const caller = callerInProduct();
  const run = (...input: unknown[]) => {
    leftBehind.delete(id);
    if (typeof callback === 'function') Reflect.apply(callback, undefined, input);
  };
  const id = set(run, ...rest);
  if (caller !== undefined) leftBehind.set(id, `timer in ${caller}`);
  return id;
});
wrap(window, 'clearTimeout', ([id], clear) => {
  leftBehind.delete(id);
  return clear(id);
});

// After the clean-up of Testing Library, which unmounts what the test has rendered.
afterEach(() => {
  const left = [...leftBehind.values()];
  leftBehind.clear();
  expect(left).toEqual([]);
});
