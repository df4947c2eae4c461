import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImportDetailsView } from '@/components/moderation/imports/import-details';
import { type ImportDetails, type ImportEntry, SKIP_KINDS } from '@/lib/contract/import';
import { SKIPPED } from '@/lib/contract/import-words';
import { say } from '@/lib/texts/texts';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const found: ImportDetails = {
  ...{ id: '7', sourceName: 'bookmarks.html', format: 'bookmarks', state: 'ready', isPaused: false },
  ...{ failure: null, moderatorHandle: 'mo', createdAt: '2026-06-01T12:00:00.000Z', endedAt: null },
  ...{ entryCount: 504, undone: null, undoableUntil: null, mapping: null, mappingVersion: 0 },
  counts: { added: 0, updated: 0, listed: 0, skipped: 504 },
  found: {
    ...{ columns: [], tags: [{ name: 'News', count: 4 }], privateCount: 2 },
    links: { seen: 505, entries: 1, parts: 0, skipped: 504 },
  },
  ...{ hasEntries: true, fields: [] },
};
const skipped = (why: ImportEntry['why'], line: number): ImportEntry => ({
  ...{ position: line, line, outcome: 'skipped', why, url: `https://l${line}.example`, product: null },
  ...{ reason: `Reason of ${line}.`, notes: [], changes: [] },
});
const groups = SKIP_KINDS.map((kind, index) => ({
  kind,
  count: 36,
  entries: [1, 2, 3].map((nth) => skipped(kind, 100 * index + nth)),
}));

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function show(changes: Partial<ImportDetails> = {}, answers: Parameters<typeof fakeApi>[0] = {}) {
  const shown = { ...found, ...changes };
  const api = fakeApi({
    'GET /moderation/imports/7': () => ok({ import: shown }),
    'GET /moderation/imports/7/skipped': () => ok({ groups }),
    'GET /moderation/imports/7/entries': () => ok({ entries: [], nextCursor: null }),
    ...answers,
  });
  renderScreen(<ImportDetailsView id="7" onClose={() => undefined} />);
  return api;
}

it('leaves private entries out unless a moderator chooses them, and keeps the rest of the mapping', async () => {
  const sent: unknown[] = [];
  const mapping = { format: 'bookmarks' as const, tags: [{ name: 'News', use: 'ignore' as const }] };
  show(
    { mapping },
    {
      'PUT /moderation/imports/7/mapping': (_, body) => {
        sent.push(body);
        return ok({ import: { ...found, mapping, state: 'reading' } });
      },
    },
  );
  expect(await screen.findByText('2 entries are marked as private.')).toBeInTheDocument();
  expect(screen.getByText("They're left out.")).toBeInTheDocument();
  const choice = screen.getByRole('checkbox', { name: /^List private entries, too/ });
  expect(choice).not.toBeChecked();
  await userEvent.click(choice);
  await userEvent.click(screen.getAllByRole('button', { name: 'Update the preview' })[0] ?? choice);
  await waitFor(() => expect(sent).toEqual([{ ...mapping, withPrivate: true, seen: 0 }]));
});

it('keeps the choice of private entries when headings are mapped', async () => {
  const sent: unknown[] = [];
  show(
    { mapping: { tags: [], withPrivate: true } },
    {
      'PUT /moderation/imports/7/mapping': (_, body) => {
        sent.push(body);
        return ok({ import: { ...found, state: 'reading' } });
      },
    },
  );
  expect(await screen.findByRole('checkbox', { name: /^List private entries, too/ })).toBeChecked();
  expect(screen.getByText('You chose to list them, too.')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Columns and headings'));
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Update the preview' }).at(-1) ?? document.body,
  );
  await waitFor(() => expect(sent).toMatchObject([{ withPrivate: true }]));
});

it('groups skipped lines of every kind, with the first ones, and shows the others on demand', async () => {
  const api = show(
    {},
    {
      'GET /moderation/imports/7/entries': (path) =>
        ok({
          entries: Array.from({ length: 36 }, (_, at) => ({
            ...skipped('noLink', at),
            ...(at === 0 && { url: 'javascript:alert(1)' }),
          })),
          nextCursor: path.includes('after=') ? null : 'next',
        }),
    },
  );
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 4 })).toHaveLength(SKIP_KINDS.length));
  expect(screen.getByText('505 links seen = 1 entry + 0 parts + 504 skipped.')).toBeInTheDocument();
  for (const kind of SKIP_KINDS) expect(screen.getByText(say(SKIPPED[kind]))).toBeInTheDocument();
  const group = screen.getByText(say(SKIPPED.noLink)).closest('li') ?? document.body;
  expect(within(group).getAllByRole('listitem')).toHaveLength(3);
  expect(within(group).getByRole('link', { name: 'https://l601.example' })).toHaveAttribute(
    'target',
    '_blank',
  );

  await userEvent.click(within(group).getByRole('button', { name: 'Show all 36' }));
  await waitFor(() => expect(within(group).getAllByRole('listitem')).toHaveLength(36));
  expect(api.calls().at(-1)).toBe('GET /moderation/imports/7/entries?outcome=skipped&why=noLink');
  expect(within(group).getByText('javascript:alert(1)').closest('a')).toBeNull();
  await userEvent.click(within(group).getByRole('button', { name: 'Show fewer' }));
  expect(within(group).getAllByRole('listitem')).toHaveLength(3);
});

it('says a difference of the links as a mistake of ours, shows repeats with both lines, and why there is no report', async () => {
  const entry: ImportEntry = {
    ...{
      position: 5,
      line: 6,
      outcome: 'listed',
      why: null,
      url: 'https://a.example',
      reason: null,
      changes: [],
    },
    product: { name: 'Ada', url: 'https://a.example', tagline: 'For people.', tags: ['Text'] },
    notes: ['It repeats line 2, which it only adds tags to.'],
  };
  show(
    {
      counts: { added: 0, updated: 0, listed: 1, skipped: 0 },
      found: { columns: [], tags: [], links: { seen: 2, entries: 1, parts: 0, skipped: 0 } },
    },
    {
      'GET /moderation/imports/7/entries': () => ok({ entries: [entry], nextCursor: null }),
      'GET /moderation/imports/7/report': () =>
        refuse(409, 'conflict', 'There is no report of this import now.'),
    },
  );
  expect(
    await screen.findByText(/^2 links seen, but 1 entry \+ 0 parts \+ 0 skipped\. That’s our mistake/),
  ).toBeInTheDocument();
  const item = (await screen.findByText('Ada')).closest('li');
  expect(item).toHaveTextContent('Line 6');
  expect(item).toHaveTextContent('It repeats line 2, which it only adds tags to.');
  await userEvent.click(screen.getByRole('button', { name: 'JSON' }));
  expect(await screen.findByText('There is no report of this import now.')).toHaveAttribute('role', 'alert');
});
