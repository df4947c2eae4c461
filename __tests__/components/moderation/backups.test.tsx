import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Backups from '@/components/moderation/sections/backups';
import type { BackupOverview, BackupWork } from '@/lib/contract/backup';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

beforeEach(() => storeSessionToken('token'));
afterEach(clearSessionToken);

const startedAt = '2026-06-01T12:00:00.000Z';
const work = (overrides: Partial<BackupWork>): BackupWork => ({
  ...{ kind: 'make', name: 'mine.backup', state: 'done', startedAt, endedAt: startedAt, message: null },
  ...overrides,
});
const overview: BackupOverview = {
  ...{ state: 'ready', folder: './backups', everyHours: 24, keptCount: 7, hasPassphrase: false },
  ...{ database: 'embedded', work: null, restoreCommand: "npm run restore -- 'backups/a.backup' --replace" },
  backups: [
    { name: 'mine.backup', kind: 'by-hand', writtenAt: startedAt, bytes: 1_250_000 },
    { name: '2026-01-01T00-00-00-000Z.backup', kind: 'scheduled', writtenAt: startedAt, bytes: 10 },
  ],
};

function open(overrides: Partial<BackupOverview> = {}, routes: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ 'GET /moderation/backups': () => ok({ ...overview, ...overrides }), ...routes });
  renderScreen(<Backups />, { path: '/moderation/backups' });
  return api;
}

it('lists backups with time, size and kind, and says how to restore one of the embedded database', async () => {
  open();
  expect(await screen.findByText(/ · 1\.3 MB · By hand$/)).toBeInTheDocument();
  expect(screen.getByText(/ · 0\.1 MB · Scheduled$/)).toBeInTheDocument();
  expect(screen.getByText("npm run restore -- 'backups/a.backup' --replace")).toBeInTheDocument();
  expect(screen.getByText(/not in the browser/)).toBeInTheDocument();
});

it('says how to restore into PostgreSQL', async () => {
  open({ database: 'postgres' });
  expect(await screen.findByText(/^2\. Create an empty database/)).toBeInTheDocument();
  expect(screen.getByText(/^2\. Create an empty database/)).toBeInTheDocument();
});

it('says that backups are off and how to switch them on', async () => {
  open({ state: 'off', backups: [] });
  expect(await screen.findByText(/set BACKUP_DIR in the environment/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Make a backup now' })).not.toBeInTheDocument();
});

it('says that the folder is missing', async () => {
  open({ state: 'missing', backups: [] });
  expect(await screen.findByText(/^The folder \.\/backups doesn't exist/)).toBeInTheDocument();
  expect(screen.getByText('No backups yet')).toBeInTheDocument();
});

it.each([
  [work({}), /^The backup mine\.backup was made/],
  [work({ kind: 'check' }), /^The backup mine\.backup can be restored/],
  [work({ state: 'failed', message: 'The disk is full.' }), /failed, .*: The disk is full\.$/],
  [work({ state: 'failed' }), /^The site stopped while/],
])('says what became of the last work', async (last, sentence) => {
  open({ work: last });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('makes a backup, and shows that it runs', async () => {
  let last: BackupWork | null = null;
  const api = open(
    {},
    {
      'GET /moderation/backups': () => ok({ ...overview, work: last }),
      'POST /moderation/backups': () => {
        last = work({ state: 'running', endedAt: null });
        return ok({ work: last });
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Make a backup now' }));
  expect(await screen.findByText(/is being made/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Check mine.backup' }));
  expect(api.calls().filter((line) => line.startsWith('POST'))).toEqual(['POST /moderation/backups']);
});

it('says why a download is refused', async () => {
  open(
    {},
    {
      'POST /moderation/backups/links': () => refuse(404, 'not_found', 'There is no such backup.'),
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download mine.backup' }));
  expect(await screen.findByText('There is no such backup.')).toBeInTheDocument();
});
