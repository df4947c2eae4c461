import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { chosen, field, found, OpenModal, queryOf, SEARCH_CALL } from '../../setup/search-screen';

const tags = [
  { slug: 'javascript', name: 'JavaScript', productCount: 40 },
  { slug: 'editors', name: 'Editors', productCount: 12 },
  { slug: 'java', name: 'Java', productCount: 3 },
];
const member = {
  handle: 'ada',
  name: 'Ada Lovelace',
  avatarURL: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  productCount: 1,
};

const answers = {
  'GET /tags': () => ok({ tags }),
  'GET /users/ada': () => ok({ profile: member, products: [], nextCursor: null }),
  [SEARCH_CALL]: () => found({ id: 'a', title: 'Aa' }),
};

/** The options by group. */
const offered = (): Record<string, (string | null)[]> =>
  Object.fromEntries(
    screen.getAllByRole('group').map((group) => [
      group.getAttribute('aria-label') ?? '',
      within(group)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ]),
  );

it('offers popular tags and places to go before anything is typed, none of them active', async () => {
  fakeApi(answers);
  const { pushed } = renderScreen(<OpenModal />);

  await screen.findByRole('option', { name: 'JavaScript' });
  expect(offered()).toEqual({
    'Popular tags': ['JavaScript40', 'Editors12', 'Java3'],
    'Go to': ['New', 'Top this week', 'Tags', 'Submit', 'Theme: switch to light', 'Dashboard'],
  });
  expect(screen.queryByRole('option', { selected: true })).toBeNull();

  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(pushed).toEqual(['/tag/editors']);
});

it('remembers the five that were opened last, and forgets them on request', async () => {
  fakeApi(answers);
  const before = [1, 2, 3, 4, 5].map((number) => `Tool ${number}`);
  window.localStorage.setItem(
    'recentSearches',
    before.map((name, index) => `/tool/${index} ${name}`).join('\n'),
  );
  const first = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'aa');
  await userEvent.click(await screen.findByRole('option', { name: 'Aa' }));
  expect(first.pushed).toEqual(['/tool/a']);
  first.unmount();

  renderScreen(<OpenModal />);
  expect(offered()).toMatchObject({ Recent: ['Aa', ...before.slice(0, 4)] });
  await userEvent.click(screen.getByRole('button', { name: 'Clear recent' }));
  expect(offered()).not.toHaveProperty('Recent');
  expect(field()).toHaveFocus();
  expect(window.localStorage.getItem('recentSearches')).toBeNull();
});

it('offers a tag first if the query is its name, and other tags after the products', async () => {
  fakeApi(answers);
  const { pushed } = renderScreen(<OpenModal />);
  await screen.findByRole('option', { name: 'Java' });
  await userEvent.type(field(), 'JAVA');

  await waitFor(() =>
    expect(Object.entries(offered())).toEqual([
      ['Tag', ['Java3']],
      ['Tools', ['AaWhat it does…0 upvotes']],
      ['More tags', ['JavaScript40']],
    ]),
  );
  expect(chosen()).toHaveTextContent('Java3');
  await userEvent.keyboard('{Enter}');
  expect(pushed).toEqual(['/tag/java']);
});

it('finds a member by handle, and an action by its name, which asks a visitor to sign in', async () => {
  fakeApi(answers);
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), '@ada');
  await waitFor(() => expect(offered()).toMatchObject({ Members: ['Ada Lovelace'] }));

  await userEvent.clear(field());
  await userEvent.type(field(), 'subm');
  await userEvent.click(await screen.findByRole('option', { name: 'Submit' }));
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(pushed).toEqual([]);
});

it('names a product by its title, and describes it by its whole excerpt, first tag and upvotes', async () => {
  const content = 'x'.repeat(300);
  fakeApi({
    ...answers,
    [SEARCH_CALL]: () =>
      found({ id: 'a', title: 'Aa', content, tags: ['Editors', 'Java'], upvoteCount: 1_234 }),
  });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), 'aa');
  expect(await screen.findByRole('option', { name: 'Aa' })).toHaveAccessibleDescription(
    `${'x'.repeat(250)}… Editors 1,234 upvotes`,
  );
});

it('opens the website in a new tab with Ctrl and Enter, and stays open', async () => {
  const tab = { opener: {}, location: { href: '' } };
  const opened: unknown[] = [];
  Reflect.set(window, 'open', (...given: unknown[]) => {
    opened.push(given);
    return tab;
  });
  fakeApi({
    ...answers,
    'GET /products/a': () => ok({ product: buildWireProduct(1, { url: 'https://aa.test/' }) }),
  });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'aa');
  await screen.findByRole('option', { name: 'Aa' });

  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toEqual([['', '_blank']]);
  await waitFor(() => expect(tab).toEqual({ opener: null, location: { href: 'https://aa.test/' } }));
  expect(pushed).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeInTheDocument();
});

it('opens the page of the product in the new tab when its website is unknown', async () => {
  const tab = { opener: {}, location: { href: '' } };
  Reflect.set(window, 'open', () => tab);
  fakeApi({ ...answers, 'GET /products/a': () => refuse(503, 'unavailable', 'Try again later.') });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), 'aa');
  await screen.findByRole('option', { name: 'Aa' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(tab).toEqual({ opener: null, location: { href: 'http://localhost/tool/a' } }));
});

it('offers tags that come close and a way to submit, when nothing is found', async () => {
  fakeApi({ ...answers, [SEARCH_CALL]: () => found() });
  const { pushed } = renderScreen(<OpenModal />);
  await screen.findByRole('option', { name: 'Java' });
  await userEvent.type(field(), 'javascrpit');

  expect(await screen.findByText('No Result found', { selector: 'p' })).toBeVisible();
  const close = within(screen.getByRole('list', { name: 'Tags that come close' }));
  expect(close.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['JavaScript', 'Java']);
  expect(screen.getByRole('link', { name: 'Submit it' })).toHaveAttribute(
    'href',
    '/account/submit?name=javascrpit',
  );

  expect(screen.getByRole('link', { name: 'Browse all tags' })).toHaveAttribute('href', '/tags');

  const isFollowed: boolean[] = [];
  window.addEventListener('click', (event) => isFollowed.push(!event.defaultPrevented), { once: true });
  await userEvent.click(close.getByRole('link', { name: 'JavaScript' }));
  expect(pushed).toEqual(['/tag/javascript']);
  // Else the browser would load the page as well.
  expect(isFollowed).toEqual([false]);
});

it('asks a visitor to sign in before submitting what was not found, and keeps its name', async () => {
  fakeApi({ ...answers, [SEARCH_CALL]: () => found() });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), 'Quilt & Co');
  await userEvent.click(await screen.findByRole('link', { name: 'Submit it' }));
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(window.sessionStorage.getItem('intendedRedirect')).toBe('/account/submit?name=Quilt+%26+Co');
});

it('changes tags together with the hits', async () => {
  const late = held();
  fakeApi({
    ...answers,
    [SEARCH_CALL]: (_path, body) =>
      queryOf(body) === 'java' ? found({ id: 'a', title: 'Aa' }) : late.answer,
  });
  renderScreen(<OpenModal />);
  await screen.findByRole('option', { name: 'JavaScript' });
  await userEvent.paste('java');
  await screen.findByRole('option', { name: 'Aa' });
  await userEvent.keyboard('s');
  expect(offered()).toMatchObject({ Tag: ['Java3'] });
  late.send(found({ id: 'b', title: 'Bb' }));
  await screen.findByRole('option', { name: 'Bb' });
  expect(offered()).not.toHaveProperty('Tag');
});

it('does not ask to submit what a failed search may not have found', async () => {
  fakeApi({ ...answers, [SEARCH_CALL]: () => new Response('{}', { status: 429 }) });
  renderScreen(<OpenModal />);
  await userEvent.keyboard('nothing');
  await screen.findByText('No Result found');
  expect(screen.getByRole('link', { name: 'Browse all tags' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Submit it' })).toBeNull();
});
