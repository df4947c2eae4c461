import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ImportDetailsView } from '@/components/moderation/imports/import-details';
import Imports from '@/components/moderation/sections/import';
import type { ImportDetails } from '@/lib/contract/import';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { followedClicks, MODIFIER_KEYS } from '../../setup/followed-clicks';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const details: ImportDetails = {
  id: '7',
  sourceName: 'tools.csv',
  format: 'csv',
  state: 'ready',
  isPaused: false,
  failure: null,
  moderatorHandle: 'mo',
  createdAt: '2026-06-01T12:00:00.000Z',
  endedAt: null,
  entryCount: 3,
  counts: { added: 1, updated: 1, listed: 0, skipped: 1 },
  undone: null,
  undoableUntil: null,
  mapping: null,
  mappingVersion: 0,
  found: {
    columns: [
      { name: 'Title', samples: ['Vim'], guess: 'name' },
      { name: 'Price', samples: ['free'], guess: 'field:price' },
    ],
    tags: [{ name: 'Editors', count: 2 }],
  },
  hasEntries: true,
  fields: [{ key: 'price', label: 'Price' }],
};
const entries = (outcome: string) => ({
  entries: [
    {
      ...{ position: 0, line: 2, outcome, why: outcome === 'skipped' ? 'noLink' : null, url: null },
      ...{ reason: outcome === 'skipped' ? 'The entry has no link.' : null },
      product:
        outcome === 'skipped'
          ? null
          : { name: 'Vim', url: 'https://vim.example', tagline: 'Edits texts', tags: ['Editors'] },
      notes: ['Price left out: “?”.'],
      changes: outcome === 'updated' ? ['tagline', 'price'] : [],
    },
  ],
  nextCursor: null,
});
const answers = {
  'GET /moderation/imports/7': () => ok({ import: details }),
  'GET /moderation/imports/7/entries': (path: string) =>
    ok(entries(new URL(path, 'http://site.test').searchParams.get('outcome') ?? '')),
  'GET /moderation/imports/7/skipped': () =>
    ok({ groups: [{ kind: 'noLink', count: 1, entries: entries('skipped').entries }] }),
};
const show = () =>
  renderScreen(
    <>
      <ImportDetailsView id="7" onClose={() => undefined} />
      <ToastRegion />
    </>,
  );

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows what a list would do, entry by entry', async () => {
  fakeApi(answers);
  show();
  expect(await screen.findByRole('heading', { name: 'tools.csv' })).toHaveFocus();
  expect(screen.getByText('1 to add, 1 to update, 0 already listed, 1 to skip')).toBeInTheDocument();
  expect(await screen.findByText('Edits texts')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'To update 1' }));
  expect(await screen.findByText('Changes: tagline, Price')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'To skip 1' }));
  expect(await screen.findByText('The entry has no link.')).toBeInTheDocument();
  expect(screen.getByText('Price left out: “?”.')).toBeInTheDocument();
});

it('sends only what a moderator has mapped otherwise than it was guessed', async () => {
  const sent: unknown[] = [];
  fakeApi({
    ...answers,
    'PUT /moderation/imports/7/mapping': (_, body) => {
      sent.push(body);
      return ok({ import: { ...details, state: 'reading' } });
    },
  });
  show();
  await userEvent.click(await screen.findByText('Columns and headings'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Another name for Editors' }), 'Text editors');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Title' }), 'Tagline');
  await userEvent.click(screen.getByRole('button', { name: 'Update the preview' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        format: 'csv',
        columns: [
          { name: 'Title', target: 'text' },
          { name: 'Price', target: 'field:price' },
        ],
        tags: [{ name: 'Editors', use: 'tag', as: 'Text editors' }],
        seen: 0,
      },
    ]),
  );
});

it('asks before it undoes an import, and says why that failed', async () => {
  const api = fakeApi({
    ...answers,
    'GET /moderation/imports/7': () =>
      ok({ import: { ...details, state: 'imported', undoableUntil: '2026-07-01T12:00:00.000Z' } }),
    'POST /moderation/imports/7/undo': () => refuse(409, 'conflict', 'This import can no longer be undone.'),
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
  expect(api.calls()).not.toContain('POST /moderation/imports/7/undo');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, undo the import' }));
  expect(await screen.findByText('This import can no longer be undone.')).toBeInTheDocument();
});

it('asks for a file, refuses a large one before it is sent, and lists earlier imports', async () => {
  const api = fakeApi({
    'GET /moderation/imports': () =>
      ok({
        imports: [
          {
            ...details,
            state: 'undone',
            undone: { removed: 5, restored: 0, kept: { upvoted: 1, edited: 2, reported: 1, suggested: 3 } },
          },
        ],
        nextCursor: null,
      }),
  });
  renderScreen(<Imports />);
  const item = await screen.findByRole('listitem');
  expect(item).toHaveTextContent(
    '5 removed, 0 restored, 7 kept (1 upvoted since, 2 changed since, 1 with an open report, 3 with a suggested edit)',
  );
  expect(within(item).getByRole('link', { name: 'tools.csv' })).toHaveAttribute(
    'href',
    '/moderation/import?id=7',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Preview the file' }));
  expect(screen.getByText('Choose a file.')).toBeInTheDocument();
  expect(screen.getByLabelText('File')).toBeInvalid();
  const large = new File([new Uint8Array(5_000_001)], 'large.csv');
  await userEvent.upload(screen.getByLabelText('File'), large);
  expect(screen.getByLabelText('File')).toBeValid();
  await userEvent.click(screen.getByRole('button', { name: 'Preview the file' }));
  expect(screen.getByText(/larger than 5 MB/)).toBeInTheDocument();
  expect(api.calls()).toEqual(['GET /moderation/imports']);
});

it('opens an earlier import on the same page, and leaves a click with a modifier key to the browser', async () => {
  fakeApi({ 'GET /moderation/imports': () => ok({ imports: [details], nextCursor: null }) });
  const { pushed } = renderScreen(<Imports />, { path: '/moderation/import' });
  const link = await screen.findByRole('link', { name: 'tools.csv' });
  expect(followedClicks(link, [...MODIFIER_KEYS, 'none'])).toEqual(MODIFIER_KEYS);
  await waitFor(() => expect(pushed).toEqual(['/moderation/import?id=7 without scrolling']));
});

it('keeps what was mapped before, and sends a rule for each heading that is no tag of its name', async () => {
  const shown: ImportDetails = {
    ...details,
    mappingVersion: 1,
    mapping: {
      format: 'json',
      columns: [{ name: 'Title', target: 'name' }],
      tags: [{ name: 'News', use: 'ignore' }],
    },
    found: {
      columns: [
        { name: 'Title', samples: ['Vim', 'Zed'], guess: 'name' },
        { name: 'Rank', samples: [], guess: 'text' },
      ],
      tags: ['News', 'Editors', 'Shells'].map((name) => ({ name, count: 1 })),
    },
  };
  const sent: unknown[] = [];
  fakeApi({
    ...answers,
    'GET /moderation/imports/7': () => ok({ import: shown }),
    'PUT /moderation/imports/7/mapping': (_, body) => {
      sent.push(body);
      return refuse(409, 'conflict', 'It is being imported.');
    },
  });
  show();
  await userEvent.click(await screen.findByText('Columns and headings'));
  expect(screen.getByRole('combobox', { name: 'Format' })).toHaveValue('json');
  expect(screen.getByRole('combobox', { name: 'Title' })).toHaveAccessibleDescription('Vim · Zed');
  expect(screen.getByRole('combobox', { name: 'Rank' })).toHaveValue('ignore');
  expect(screen.getByRole('combobox', { name: 'What News is' })).toHaveValue('ignore');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What Shells is' }), 'Is no tag');
  await userEvent.type(screen.getByRole('textbox', { name: 'Another name for Editors' }), 'Editors');
  await userEvent.click(screen.getByRole('button', { name: 'Update the preview' }));
  expect(await screen.findByText('It is being imported.')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      format: 'json',
      columns: [
        { name: 'Title', target: 'name' },
        { name: 'Rank', target: 'ignore' },
      ],
      tags: [
        { name: 'News', use: 'ignore' },
        { name: 'Shells', use: 'none' },
      ],
      seen: 1,
    },
  ]);
});

it('reads a file or a link, opens the new import, and says why a link is refused', async () => {
  let isRefused = true;
  const bodies: unknown[] = [];
  fakeApi({
    'GET /moderation/imports': () => ok({ imports: [], nextCursor: null }),
    'POST /moderation/import': () => ok({ import: { ...details, id: '8', state: 'reading' } }),
    'POST /moderation/import/url': (_, body) => {
      bodies.push(body);
      return isRefused
        ? refuse(400, 'bad_request', 'Check the link.', { url: 'This link leads nowhere.' })
        : ok({ import: { ...details, id: '9', state: 'reading' } });
    },
  });
  const { pushed } = renderScreen(<Imports />, { path: '/moderation/import' });
  expect(await screen.findByText('No imports yet')).toBeInTheDocument();
  await userEvent.upload(screen.getByLabelText('File'), new File(['- a'], 'list.md'));
  await userEvent.click(screen.getByRole('button', { name: 'Preview the file' }));
  await waitFor(() => expect(pushed).toEqual(['/moderation/import?id=8 without scrolling']));
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'https://a.example');
  await userEvent.click(screen.getByRole('button', { name: 'Preview the link' }));
  expect(await screen.findByText('This link leads nowhere.')).toBeInTheDocument();
  isRefused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Preview the link' }));
  await waitFor(() => expect(pushed.at(-1)).toBe('/moderation/import?id=9 without scrolling'));
  expect(bodies).toEqual([{ url: 'https://a.example' }, { url: 'https://a.example' }]);
});
