const before = process.env.NEXT_PUBLIC_SITE_LAYOUT;
beforeEach(() => {
  // Testing Library is imported inside the tests, too late to register its clean-up hook.
  process.env.RTL_SKIP_AUTO_CLEANUP = 'true';
});
afterEach(() => {
  if (before === undefined) delete process.env.NEXT_PUBLIC_SITE_LAYOUT;
  else process.env.NEXT_PUBLIC_SITE_LAYOUT = before;
});

/** The variable is read when the modules are loaded. */
function loadWith(layout: string): void {
  process.env.NEXT_PUBLIC_SITE_LAYOUT = layout;
  jest.resetModules();
}

it.each([
  ['', '.rows > .row'],
  ['rows', '.rows > .row'],
  ['cards', '.cards > .card'],
])('shows products with the layout "%s" as %s', async (layout, selector) => {
  loadWith(layout);
  const { Products } = await import('@/components/products/lists/products');
  const { buildSummary } = await import('../../setup/build-product');
  const { renderScreen } = await import('../../setup/render-screen');
  const screenshotURL = '/api/images/BBBBBBBBBBBBBBBBBBBBBB';
  const languages = { name: 'ja', tagline: 'de' };
  const withFacts = { ...buildSummary(2), languages, screenshotURL, facts: ['Free', 'Variable: Yes'] };
  const { unmount } = renderScreen(<Products products={[buildSummary(1), withFacts]} />);
  expect(document.querySelectorAll(selector)).toHaveLength(2);
  expect(document.querySelectorAll(selector)[1]).toHaveTextContent(/Free.*Variable: Yes/);
  expect(document.querySelectorAll(`img[src="${screenshotURL}"]`)).toHaveLength(layout === 'cards' ? 1 : 0);
  const said = [...document.querySelectorAll(`${selector} [lang]`)];
  expect(said.map((text) => [text.tagName, text.getAttribute('lang')])).toEqual([
    ['A', 'ja'],
    ['P', 'de'],
  ]);
  unmount();
});

it('refuses another layout and names the variable', async () => {
  loadWith('tiles');
  await expect(import('@/lib/site')).rejects.toThrow('NEXT_PUBLIC_SITE_LAYOUT must be rows or cards');
});
