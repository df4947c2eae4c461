import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ProductHistory } from '@/components/moderation/product-history';
import { changedWords } from '@/components/layout/changed-part';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const product = {
  ...{ id: '1', name: 'Zed', slug: 'zed', url: 'https://zed.example/', upvoteCount: 5 },
  ...{ imageURL: '/api/tiles/1.svg', status: 'approved', isOwn: false },
};
const version = { createdAt: '2026-06-01T12:00:00.000Z', memberHandle: null, isPresent: false };
const versions = [
  {
    ...{ ...version, id: '9', kind: 'edited', isPresent: true },
    changes: [{ part: 'tagline', before: 'Draw in the browser', after: 'Buy pills in the browser' }],
  },
  { ...version, id: '8', kind: 'first', changes: [] },
];

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows the words that changed and who changed them, and says why a version cannot come back', async () => {
  const api = fakeApi({
    'GET /moderation/products/1/versions': () => ok({ product, versions, nextCursor: null }),
    'POST /moderation/versions/8/revert': () =>
      refuse(409, 'conflict', 'Zed has an edit in the queue. Decide on that first.'),
  });
  renderScreen(<ProductHistory productId="1" />);
  const [latest, first] = await screen.findAllByRole('listitem');
  if (!latest || !first) throw new Error('Two versions were expected');
  expect(latest).toHaveTextContent('Edited');
  expect(latest).toHaveTextContent('by a former member · public now');
  expect(within(latest).getByRole('deletion')).toHaveTextContent('Removed: Draw');
  expect(within(latest).getByRole('insertion')).toHaveTextContent('Added: Buy pills');
  expect(within(latest).queryByRole('button')).not.toBeInTheDocument();
  expect(first).not.toHaveTextContent('former member');

  await userEvent.click(within(first).getByRole('button', { name: /^Go back to this version/ }));

  expect(await screen.findByRole('alert')).toHaveTextContent('Zed has an edit in the queue.');
  expect(api.calls()).toContain('POST /moderation/versions/8/revert');
});

it('goes back to an earlier version, and loads the history again', async () => {
  let shown = versions;
  fakeApi({
    'GET /moderation/products/1/versions': () => ok({ product, versions: shown, nextCursor: null }),
    'POST /moderation/versions/8/revert': () => {
      shown = [{ ...version, id: '10', kind: 'reverted', isPresent: true, changes: [] }];
      return ok({ product });
    },
  });
  renderScreen(
    <>
      <ProductHistory productId="1" />
      <ToastRegion />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Go back to this version/ }));
  expect(await screen.findByText('The earlier version is public again.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('alert')?.textContent).not.toContain('Zed');
});

it.each([
  ['', 'new', { start: '', removed: '', added: 'new', end: '' }],
  ['old', '', { start: '', removed: 'old', added: '', end: '' }],
  ['a b c', 'a x c', { start: 'a ', removed: 'b', added: 'x', end: ' c' }],
  ['a a', 'a a a', { start: 'a a', removed: '', added: ' a', end: '' }],
  ['same', 'same', { start: 'same', removed: '', added: '', end: '' }],
])('finds what changed from “%s” to “%s”', (before, after, expected) => {
  const found = changedWords(before, after);
  expect(found).toEqual(expected);
  expect(found.start + found.removed + found.end).toBe(before);
  expect(found.start + found.added + found.end).toBe(after);
});

it('says of each version how it came about, by whom and what it changed', async () => {
  const change = { part: 'tagline', before: 'Draws', after: 'Draws things' };
  const kinds = ['reverted', 'imported', 'corrected', 'approved', 'submitted', 'first'];
  const all = kinds.map((kind, index) => ({
    ...{ ...version, id: String(index), kind, isPresent: index === 0, memberHandle: 'ada' },
    changes: kind === 'approved' ? [change] : [],
  }));
  fakeApi({ 'GET /moderation/products/1/versions': () => ok({ product, versions: all, nextCursor: null }) });
  renderScreen(<ProductHistory productId="1" />);
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) =>
    textContent.replace(/Go back to this version.*/, '↩'),
  );
  const when = 'Jun 1, 2026';
  expect(items).toEqual([
    `Returned to an earlier version${when} by @ada · public now`,
    `Changed by an import${when}↩`,
    `Details corrected${when} by @adaConfirmed details. Nothing else changed.↩`,
    `Edit approved${when} by @adaTaglineDrawsAdded:  things↩`,
    `Submitted${when} by @ada↩`,
    `Before the first recorded change${when}↩`,
  ]);
});

it('says that nothing has changed yet', async () => {
  fakeApi({ 'GET /moderation/products/1/versions': () => ok({ product, versions: [], nextCursor: null }) });
  renderScreen(<ProductHistory productId="1" />);
  expect(await screen.findByText('No changes yet')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});
