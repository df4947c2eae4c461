export const urlOf = (of: string | { url: string }) =>
  new URL(typeof of === 'string' ? of : of.url, window.location.origin).href;

/** One of the caches of a browser, which jsdom does not have. */
export class FakeCache {
  readonly entries = new Map<string, Response>();
  match = (of: string | { url: string }) => Promise.resolve(this.entries.get(urlOf(of))?.clone());
  put = (of: string | { url: string }, response: Response) =>
    Promise.resolve(void this.entries.set(urlOf(of), response));
  delete = (of: string | { url: string }) => Promise.resolve(this.entries.delete(urlOf(of)));
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => ({ url })));
  addAll = async (paths: string[]) => {
    for (const path of paths) await this.put(path, await fetch(path));
  };
}
