import { forgetKeptPages } from '@/lib/offline/forget-kept-pages';

afterEach(() => Reflect.deleteProperty(window, 'caches'));

it('deletes what was kept for reading offline, and no other cache', async () => {
  let names = ['kept-pages', 'other', 'kept-images', 'not-kept-'];
  const caches = {
    keys: () => Promise.resolve(names),
    delete: (name: string) => {
      names = names.filter((each) => each !== name);
      return Promise.resolve(true);
    },
  };
  Object.assign(window, { caches });
  await forgetKeptPages();
  expect(names).toEqual(['other', 'not-kept-']);
});

it('does nothing in a browser without caches', async () => {
  expect(await forgetKeptPages()).toBeUndefined();
});
