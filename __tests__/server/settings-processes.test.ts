import { sql } from 'drizzle-orm';
import { findSettingsCall } from '@/lib/contract/setting';
import { startSecondProcess } from '../setup/second-process';
import { setUpModerationCalls } from '../setup/moderation-calls';
import { setUpSettingsCalls } from '../setup/settings-calls';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const calls = setUpModerationCalls(api);
const settings = setUpSettingsCalls(api);
const { read, save } = settings;

/** What a process of another version has stored. */
const storeRow = (version: number, stored: object) =>
  api.db.execute(sql`
    INSERT INTO settings_versions (version, changes, stored, note, created_at)
    VALUES (${version}, '{}', ${JSON.stringify(stored)}::jsonb, '', '2026-06-01T00:00:00Z')`);
const noteSite = () => api.db.execute(sql`INSERT INTO public_changes (kind) VALUES ('listing')`);

it('changes another process before anything of its cache is served again', async () => {
  const second = await startSecondProcess(api);
  expect(await second.textOf('/opensearch.xml')).toContain('Listgrove');
  expect(await second.textOf('/api/rules')).not.toContain('5 hours');
  await save(0, { NEXT_PUBLIC_SITE_NAME: 'Fontgrove', SIGN_UP: 'closed', 'rules.cooldownHours': '5' });
  expect(await second.textOf('/opensearch.xml')).toContain('Fontgrove');
  expect(second.env.signUp.mode).toBe('closed');
  expect(second.env.rules.cooldownHours).toBe(5);
  expect(await second.textOf('/api/rules')).toContain('5 hours');
  const third = await startSecondProcess(api);
  expect(third.env.siteName).toBe('Fontgrove');
  expect(third.settings.applied.version).toBe(1);
});

it('has the environment and the site file win, and says so', async () => {
  const variables = { NEXT_PUBLIC_SITE_NAME: 'By variable', SIGN_UP: 'invite' };
  await save(0, {
    ...{ NEXT_PUBLIC_SITE_NAME: 'Stored', SITE_COLOR: '#2563eb' },
    ...{ SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'example.com' },
  });
  const second = await startSecondProcess(api, { variables });
  // A stored list of domains would not fit the mode of the environment.
  expect(second.env).toMatchObject({
    ...{ siteName: 'By variable', siteColor: '#2563eb', signUp: { mode: 'invite', domains: [] } },
  });
  const answer = await second.request('/api/moderation/settings', { headers: settings.admin.headers });
  const shown = findSettingsCall.answer.parse(await answer.json()).settings;
  const fixed = shown.filter(({ fixedBy }) => fixedBy !== null).map(({ name, fixedBy }) => [name, fixedBy]);
  expect(fixed).toEqual([
    ['NEXT_PUBLIC_SITE_NAME', 'Fixed by NEXT_PUBLIC_SITE_NAME in the environment of the site.'],
    ['SIGN_UP', 'Fixed by SIGN_UP in the environment of the site.'],
    ['SIGN_UP_DOMAINS', 'Fixed by SIGN_UP in the environment of the site.'],
    ['rules.openSubmissionsMax', 'Fixed by the site file site.json.'],
    ['rules.refusedHosts', 'Fixed by the site file site.json.'],
  ]);
  expect(shown.find(({ name }) => name === 'NEXT_PUBLIC_SITE_NAME')).toMatchObject({
    ...{ value: 'By variable', stored: 'Stored' },
  });
  const refused = await second.request('/api/moderation/settings', {
    method: 'PUT',
    headers: { ...settings.admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ basedOn: 1, changes: [{ name: 'NEXT_PUBLIC_SITE_NAME', value: 'X' }] }),
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    fields: { NEXT_PUBLIC_SITE_NAME: expect.stringContaining('Fixed by NEXT_PUBLIC_SITE_NAME') },
  });
  expect((await save(1, { 'rules.openSubmissionsMax': '5' })).status).toBe(400);
});

it('keeps the last good settings beside those of a newer version, and logs a sentence', async () => {
  const logged: unknown[] = [];
  const second = await startSecondProcess(api, {
    logger: { error: (...line: unknown[]) => void logged.push(line) },
  });
  await save(0, { NEXT_PUBLIC_SITE_NAME: 'Good' });
  await storeRow(2, { NEXT_PUBLIC_SITE_NAME: 'Newer', SITE_FONT: 'serif' });
  await noteSite();
  expect(await second.textOf('/opensearch.xml')).toContain('Good');
  expect(JSON.stringify(logged)).toContain('SITE_FONT is no setting of this version of Listgrove.');
  expect(await read()).toMatchObject({ version: 1, fault: expect.stringContaining('SITE_FONT') });
  // Its version would drop what this process does not know.
  expect((await save(1, { NEXT_PUBLIC_SITE_NAME: 'Mine' })).status).toBe(409);
  expect((await save(2, { NEXT_PUBLIC_SITE_NAME: 'Mine' })).status).toBe(400);
  // A start takes the last version that fits.
  const third = await startSecondProcess(api);
  expect(third.env.siteName).toBe('Good');
  await storeRow(3, { NEXT_PUBLIC_SITE_NAME: 'Mended' });
  await noteSite();
  expect(await second.textOf('/opensearch.xml')).toContain('Mended');
  expect(second.settings.fault).toBeUndefined();
});

it('starts with what it knows of a version that it has nothing older than, and closed to strangers without any', async () => {
  await storeRow(1, { SIGN_UP: 'invite', NEXT_PUBLIC_SITE_NAME: 'Newer', SITE_FONT: 'serif' });
  const known = await startSecondProcess(api);
  expect(known.env).toMatchObject({ siteName: 'Newer', signUp: { mode: 'invite' } });
  expect(known.settings.fault).toContain('SITE_FONT');
  await storeRow(2, { SIGN_UP: 'invite', SITE_COLOR: 'blue' });
  await api.db.execute(sql`DELETE FROM settings_versions WHERE version = 1`);
  const closed = await startSecondProcess(api);
  expect(closed.env).toMatchObject({ siteColor: '', signUp: { mode: 'closed' } });
  expect(closed.settings.fault).toContain('SITE_COLOR is "blue"');
});

it('applies all of a version or nothing', async () => {
  const second = await startSecondProcess(api);
  await storeRow(1, { NEXT_PUBLIC_SITE_NAME: 'Half', SITE_COLOR: 'blue' });
  await noteSite();
  expect(await second.textOf('/opensearch.xml')).toContain('Listgrove');
  expect(second.env.siteColor).toBe('');
  expect(second.settings.fault).toBe('SITE_COLOR is "blue" but must be a color like #2563eb.');
});

it('applies what was stored by a process that ended before it told the others', async () => {
  const second = await startSecondProcess(api);
  await storeRow(1, { NEXT_PUBLIC_SITE_NAME: 'Stored' });
  // Without the note of the change, which is written in the same transaction: a start reads the version, too.
  expect(second.env.siteName).toBe('Listgrove');
  expect((await startSecondProcess(api)).env.siteName).toBe('Stored');
});

it('stores nothing when the transaction fails', async () => {
  await api.db.execute(sql`ALTER TABLE public_changes RENAME TO hidden_changes`);
  try {
    expect((await save(0, { NEXT_PUBLIC_SITE_NAME: 'Lost' })).status).toBe(500);
  } finally {
    await api.db.execute(sql`ALTER TABLE hidden_changes RENAME TO public_changes`);
  }
  expect(await read()).toMatchObject({ version: 0 });
  expect(api.deps().env.siteName).toBe('Listgrove');
  expect(await calls.auditLog()).toEqual([]);
});
