/** Makes a part of the site's code impossible to load, as without a connection. Returns how to make it loadable again. */
export function makeUnloadable(path: string): () => void {
  jest.doMock(path, () => {
    throw new Error('Loading chunk failed.');
  });
  return () => jest.dontMock(path);
}
