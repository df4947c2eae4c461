import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ImportDetailsView } from '@/components/moderation/imports/import-details';
import type { ImportDetails } from '@/lib/contract/import';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const found: ImportDetails = {
  ...{
    id: '7',
    sourceName: 'tools.csv',
    format: 'csv',
    state: 'ready',
    isPaused: false,
    failure: null,
    moderatorHandle: null,
  },
  ...{
    createdAt: '2026-06-01T12:00:00.000Z',
    endedAt: null,
    entryCount: 9,
    undone: null,
    undoableUntil: null,
  },
  ...{
    counts: { added: 1, updated: 2, listed: 3, skipped: 1 },
    mapping: null,
    mappingVersion: 0,
    found: null,
    hasEntries: false,
  },
  fields: [],
};
const undoable = '2026-07-01T12:00:00.000Z';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function show(changes: Partial<ImportDetails>, answers: Parameters<typeof fakeApi>[0] = {}) {
  let shown = { ...found, ...changes };
  const closed: string[] = [];
  const api = fakeApi({ 'GET /moderation/imports/7': () => ok({ import: shown }), ...answers });
  const { unmount } = renderScreen(
    <>
      <ImportDetailsView id="7" onClose={() => closed.push('closed')} />
      <ToastRegion />
    </>,
  );
  return { api, closed, unmount, change: (next: Partial<ImportDetails>) => (shown = { ...shown, ...next }) };
}
const names = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== '' && name !== 'All imports');

it.each([
  ['reading', {}, [], 'Being read', null],
  ['comparing', {}, [], 'Being compared', '7 of 9'],
  ['importing', {}, [], 'Being imported', '7 of 9'],
  [
    'undoing',
    { undone: { removed: 1, restored: 0, kept: { upvoted: 1 } } },
    ['Undo the import'],
    'Being undone',
    '2 of 3',
  ],
] as const)('says how far an import is that is %s', async (state, changes, more, name, progress) => {
  const isPreview = state === 'reading' || state === 'comparing';
  show({ state, ...changes, undoableUntil: state === 'undoing' ? undoable : null });
  expect(await screen.findByText(name)).toHaveAttribute('role', 'status');
  expect(screen.getByText(/ by a former member/)).toBeInTheDocument();
  expect(screen.getByText(progress ?? 'This takes a few seconds.')).toBeInTheDocument();
  expect(screen.getByRole('progressbar').getAttribute('max')).toBe(progress?.split(' of ')[1] ?? null);
  expect(screen.queryAllByText(/already listed, 1/)).toHaveLength(isPreview ? 0 : 1);
  expect(names()).toEqual(isPreview ? ['Discard'] : state === 'importing' ? ['Stop'] : more);
  expect(screen.queryByText(/Nothing is listed yet/)).toBeNull();
});

it('starts an import, stops it, and says what has become of it', async () => {
  const { api, change } = show(
    {},
    {
      'POST /moderation/imports/7/start': () => ok({ import: change({ state: 'importing' }) }),
      'POST /moderation/imports/7/cancel': () => {
        change({ state: 'canceled', undoableUntil: undoable });
        return ok({});
      },
    },
  );
  expect(
    await screen.findByText('Nothing is listed yet. The preview is kept for 24 hours.'),
  ).toBeInTheDocument();
  expect(screen.getByText('1 to add, 2 to update, 3 already listed, 1 to skip')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Import 3' }));
  expect(await screen.findByText(/The import has begun/)).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/The import is stopped/)).toBeInTheDocument();
  expect(await screen.findByText('1 added, 2 updated, 3 already listed, 1 skipped')).toBeInTheDocument();
  expect(screen.getByText(/undo until Jul 1, 2026/)).toBeInTheDocument();
  expect(names()).toEqual(['Undo the import']);
  expect(api.calls()).toContain('POST /moderation/imports/7/cancel');
});

it('discards a preview that changes nothing, and closes it', async () => {
  const answer = held();
  const { closed } = show(
    { counts: { added: 0, updated: 0, listed: 9, skipped: 0 } },
    { 'POST /moderation/imports/7/cancel': () => answer.answer },
  );
  const discard = await screen.findByRole('button', { name: 'Discard' });
  expect(names()).toEqual(['Discard', 'Update the preview']);
  await userEvent.click(discard);
  expect(discard).toHaveAttribute('aria-disabled', 'true');
  expect(closed).toEqual([]);
  answer.send(ok({}));
  expect(await screen.findByText('The preview is discarded.')).toBeInTheDocument();
  expect(closed).toEqual(['closed']);
});

it('says why a source cannot be read, and opens its mapping', async () => {
  show({ state: 'failed', failure: 'This is no list.' });
  expect(await screen.findByText('This is no list.')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent("Can't be read");
  expect(screen.getByRole('group')).toHaveAttribute('open');
  expect(screen.getByRole('combobox', { name: 'Format' })).toHaveValue('csv');
  expect(screen.queryByText(/already listed/)).toBeNull();
});

it('asks whether to undo, keeps the import, or undoes it and says what is left', async () => {
  const { change } = show(
    { state: 'imported', undoableUntil: undoable },
    {
      'POST /moderation/imports/7/undo': () =>
        ok({
          import: change({
            state: 'undone',
            undoableUntil: null,
            undone: { removed: 1_000, restored: 0, kept: {} },
          }),
        }),
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(names()).toEqual(['Undo the import']);
  await userEvent.click(screen.getByRole('button', { name: 'Undo the import' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, undo the import' }));
  expect(await screen.findByText('1,000 removed, 0 restored')).toBeInTheDocument();
  expect(screen.getByText(/The import is being undone/)).toBeInTheDocument();
  await waitFor(() => expect(names()).toEqual([]));
});

it('shows the entries that there are, page by page, and says why products were kept', async () => {
  const entry = {
    ...{ position: 0, line: 1_200, outcome: 'listed', why: null, url: null },
    ...{ product: null, notes: [], changes: [] },
  };
  show(
    {
      ...{ state: 'imported', hasEntries: true, found: null },
      counts: { added: 0, updated: 0, listed: 2, skipped: 5_001 },
    },
    {
      'GET /moderation/imports/7/skipped': () =>
        ok({
          groups: [
            { kind: 'noLink', count: 5_001, entries: [{ ...entry, reason: null, outcome: 'skipped' }] },
          ],
        }),
      'GET /moderation/imports/7/entries': (path) => {
        if (path.includes('outcome=added')) return ok({ entries: [], nextCursor: null });
        const isNext = path.includes('after=');
        return ok({
          entries: [{ ...entry, position: isNext ? 1 : 0, reason: isNext ? 'linked' : null }],
          nextCursor: isNext ? null : 'next',
        });
      },
    },
  );
  expect(await screen.findByRole('radio', { name: 'Already listed 2' })).toBeChecked();
  expect(await screen.findByText('Line 1,200')).toBeInTheDocument();
  expect(screen.queryByText(/^Only the first/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Kept: linked with others since')).toBeInTheDocument();
  expect(screen.queryByText(/^Changes:/)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Added 0' }));
  expect(await screen.findByText('None')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Skipped 5,001' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 5,001' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Only the first 5,000 skipped lines are kept.')).toBeInTheDocument();
});

it('says that the import or its entries could not be loaded, and tries again', async () => {
  let isDown = true;
  const down = () => refuse(503, 'unavailable', 'Try again soon.');
  show(
    {},
    {
      'GET /moderation/imports/7': () => (isDown ? down() : ok({ import: { ...found, hasEntries: true } })),
      'GET /moderation/imports/7/entries': down,
    },
  );
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(await screen.findByText("We couldn't load the import")).toBeInTheDocument();
  expect(screen.queryByText('Loading …')).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText("We couldn't load the entries")).toBeInTheDocument();
});

it('shows what somebody else has chosen since, when a mapping is refused for that', async () => {
  const first = { tags: [{ name: 'Editors', use: 'ignore' as const }] };
  const refusal = 'Somebody else has changed the columns and headings of this list.';
  const screenOfImport = show(
    { found: { columns: [], tags: [{ name: 'Editors', count: 2 }] } },
    {
      'PUT /moderation/imports/7/mapping': () => {
        screenOfImport.change({ mapping: first, mappingVersion: 1 });
        return refuse(409, 'conflict', refusal);
      },
    },
  );
  await userEvent.click(await screen.findByText('Columns and headings'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Another name for Editors' }), 'Text editors');
  await userEvent.click(screen.getByRole('button', { name: 'Update the preview' }));

  expect(await screen.findByText(refusal)).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'What Editors is' })).toHaveValue('ignore'),
  );
});
