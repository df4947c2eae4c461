import { saveFile } from '@/lib/browser/save-file';

afterEach(() => jest.useRealTimers());

it('offers a file under its name, and frees its memory after a minute', () => {
  const [clicked, freed]: [string[], string[]] = [[], []];
  // jsdom has no URLs of files, and follows no links.
  Object.assign(URL, {
    createObjectURL: () => 'blob:1',
    revokeObjectURL: (url: string) => freed.push(url),
  });
  HTMLAnchorElement.prototype.click = function () {
    clicked.push(`${this.href} as ${this.download}, in the page: ${this.isConnected}`);
  };
  jest.useFakeTimers();

  saveFile('data.json', new Blob(['{}']));
  expect(clicked).toEqual(['blob:1 as data.json, in the page: true']);
  expect(document.querySelector('a')).toBeNull();
  jest.advanceTimersByTime(59_999);
  expect(freed).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(freed).toEqual(['blob:1']);
});
