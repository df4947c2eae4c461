/** Fails a test on an unexpected console.error or console.warn. */
const said: string[] = [];
const { error, warn } = console;

beforeEach(() => {
  said.length = 0;
  console.error = (...words: unknown[]) => said.push(`console.error: ${words.map(String).join(' ')}`);
  console.warn = (...words: unknown[]) => said.push(`console.warn: ${words.map(String).join(' ')}`);
});

afterEach(() => {
  Object.assign(console, { error, warn });
  expect(said).toEqual([]);
});

export {};
