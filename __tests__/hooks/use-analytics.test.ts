/** Imports the modules again for each test, because the hook loads the scripts only once in a document. */
async function openPage(path: string) {
  window.history.replaceState(null, '', path);
  process.env.NEXT_PUBLIC_GA_ID = 'G-1';
  jest.resetModules();
  const { renderHook } = await import('@testing-library/react/pure');
  const { default: Router } = await import('next/router');
  const { useAnalytics } = await import('@/hooks/use-app');
  const { unmount } = renderHook(useAnalytics);
  return { Router, unmount };
}
/** The hook has asked for the module before, so its callback runs first. */
const arrive = async (): Promise<void> => void (await import('@/lib/browser/analytics'));
const foreignScripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

afterEach(() => {
  Reflect.deleteProperty(process.env, 'NEXT_PUBLIC_GA_ID');
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
});

it.each(['/', '/tags', '/moderation-log?page=2'])('loads the tags on %s', async (path) => {
  const { Router, unmount } = await openPage(path);
  Router.events.emit('routeChangeStart', '/tags');
  await arrive();
  expect(foreignScripts()).toEqual([expect.stringContaining('googletagmanager.com/gtag/js')]);
  unmount();
});

it('loads none on a private page', async () => {
  const { unmount } = await openPage('/account/bookmarks');
  await arrive();
  expect(foreignScripts()).toEqual([]);
  unmount();
});

it.each(['/account/bookmarks', '/moderation?state=open', '/newsletter?token=x', '/ACCOUNT#profile'])(
  'loads none when a visitor has left for %s before the code arrives, while the address is still the old one',
  async (path) => {
    const { Router, unmount } = await openPage('/');
    Router.events.emit('routeChangeStart', path);
    await arrive();
    expect(foreignScripts()).toEqual([]);
    unmount();
  },
);
