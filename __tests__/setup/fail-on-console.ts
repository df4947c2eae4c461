/** An unexpected console.error or console.warn fails the test in which it happened. */
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
