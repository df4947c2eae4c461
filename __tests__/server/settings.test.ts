import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { checkSettingsCall } from '@/lib/contract/setting';
import { VARIABLE_NAMES } from '@/server/config/env';
import { SETTINGS } from '@/server/config/settings';
import { NO_RULES } from '@/server/fields/rules-schema';
import { buildIdentity } from '../setup/build';
import { setUpModerationCalls } from '../setup/moderation-calls';
import { changesOf, setUpSettingsCalls } from '../setup/settings-calls';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();
const calls = setUpModerationCalls(api);
const settings = setUpSettingsCalls(api);
const { history, read, save, undo } = settings;

const find = async (name: string) => (await read()).settings.find((setting) => setting.name === name);
const siteName = async () => (await api.request('GET', '/opensearch.xml')).text;

it('names variables of .env and rules of the site file alone, each once', () => {
  const rules = new Set(Object.keys({ ...NO_RULES, openSubmissionsMax: 1, cooldownHours: 1 }));
  for (const rule of ['domainSharePercent', 'domainAgeDays', 'repositoryAgeDays']) rules.add(rule);
  const known = [...VARIABLE_NAMES, ...[...rules].map((rule) => `rules.${rule}`)];
  const names = SETTINGS.map(({ name }) => name);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.startsWith('rules.'))).toHaveLength(rules.size);
});

it('shows what holds, and changes it at once with a version and an entry in the log', async () => {
  expect(await read()).toMatchObject({ version: 0, fault: null });
  expect(await find('NEXT_PUBLIC_SITE_NAME')).toMatchObject({
    ...{ group: 'site', label: 'Name', kind: 'line', default: 'Listgrove', stored: null },
    ...{ value: 'Listgrove', fixedBy: null },
  });
  expect(await siteName()).toContain('Listgrove');
  const saved = await save(
    0,
    { NEXT_PUBLIC_SITE_NAME: ' Fontgrove ', SITE_COLOR: '#2563eb' },
    { note: 'New' },
  );
  expect(saved).toMatchObject({ status: 200, body: { version: 1 } });
  expect(await siteName()).toContain('Fontgrove');
  expect(api.deps().env).toMatchObject({ siteName: 'Fontgrove', siteColor: '#2563eb' });
  expect(await history()).toMatchObject({
    version: 1,
    versions: [
      {
        ...{ version: 1, authorName: 'Ada', note: 'New', undone: null },
        changes: expect.arrayContaining([
          { name: 'NEXT_PUBLIC_SITE_NAME', label: 'Name', kind: 'line', before: null, after: 'Fontgrove' },
        ]),
      },
    ],
  });
  expect(await calls.auditLog()).toMatchObject([
    { action: 'settings.change', actorId: settings.admin.id, details: { version: '1' } },
  ]);
});

it.each([[{ SIGN_UP: 'closed' }], [{ ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example' }]])(
  'changes %j only soon after a sign-in, and undoes that as well',
  async (values) => {
    await save(0, values);
    api.clock.now = new Date(testNow.getTime() + 6 * 60_000);
    const again = { status: 401, body: { fields: { accessToken: expect.stringContaining('older than') } } };
    expect(await save(1, values)).toMatchObject({ status: 200 });
    await buildIdentity(api.db, settings.admin);
    expect(await save(1, { SIGN_UP: 'invite' })).toMatchObject(again);
    expect(await undo(1, 1)).toMatchObject(again);
    expect(await save(1, { NEXT_PUBLIC_SITE_NAME: 'Fontgrove' })).toMatchObject({ status: 200 });
  },
);

it('leaves what a new folder of a site has in .env to the settings', async () => {
  const given = parseEnv(await readFile('.env.example', 'utf8'));
  expect(SETTINGS.filter(({ name }) => given[name]).map(({ name }) => name)).toEqual([]);
});

it('writes nothing without a difference', async () => {
  expect(await save(0, { NEXT_PUBLIC_SITE_NAME: '' })).toMatchObject({ status: 200, body: { version: 0 } });
  expect(await calls.auditLog()).toEqual([]);
});

it('refuses everybody but admins', async () => {
  for (const role of ['member', 'moderator'] as const) {
    const { headers } = await buildSignedInUser(api, { role });
    expect((await save(0, { SITE_COLOR: '#2563eb' }, { headers })).status).toBe(403);
    expect((await api.request('GET', '/api/moderation/settings', { headers })).status).toBe(403);
    expect((await api.request('GET', '/api/moderation/settings/versions', { headers })).status).toBe(403);
  }
});

it.each([
  [{ SITE_COLOR: 'blue' }, 'SITE_COLOR is "blue" but must be a color like #2563eb.'],
  [{ NEXT_PUBLIC_SITE_NOUN: 'tag' }, "is taken by the site's own page /tag"],
  [{ NEXT_PUBLIC_SITE_LAYOUT: 'tiles' }, 'must be one of rows, cards'],
  [{ NEXT_PUBLIC_SITE_SOCIAL: '[{"name": "X", "url": "javascript:alert(1)"}]' }, 'a JSON list like'],
  [{ NEWSLETTER_PER_MINUTE: '0' }, 'a whole number from 1 to 60000'],
  [{ SIGN_UP: 'domains' }, 'SIGN_UP=domains and SIGN_UP_DOMAINS belong together'],
  [{ DATA_LICENSE_URL: 'ftp://x.example' }, 'must be an http(s) URL'],
  [{ 'rules.cooldownHours': '9999' }, '"cooldownHours" of the rules must be a whole number from 1 to 720.'],
  [{ 'rules.refusedWords': '["x"]' }, '"refusedWords.0" of the rules must have 2 to 60 characters'],
  [{ 'rules.refusedHosts': '["x.example"]' }, 'Fixed by the site file site.json.'],
  [{ 'rules.cooldownHours': '{' }, 'is not JSON'],
  [{ ANALYTICS: 'plausible' }, 'ANALYTICS_ID is missing'],
  [{ ANALYTICS_ID: 'a.example' }, 'ANALYTICS names no service'],
  [{ ANALYTICS_URL: 'https://a.example;sandbox/a.js', ANALYTICS: 'script' }, 'characters that no host'],
  [{ ANALYTICS_URL: 'https://*/a.js', ANALYTICS: 'script' }, 'characters that no host'],
  [{ ANALYTICS_ATTRIBUTES: '[{"name":"onload","value":"x"}]' }, 'attributes that begin with data-'],
  [{ NEXT_PUBLIC_SITE_NAME: 'A\nB' }, 'Keep it to one line'],
  [{ NEXT_PUBLIC_SITE_NAME: 'A\u202EB' }, 'Keep it to one line'],
  [{ DATABASE_URL: 'postgres://elsewhere/x' }, 'There is no such setting.'],
  [{ ADMIN_EMAILS: 'mallory@example.com' }, 'There is no such setting.'],
  [{ __proto__x: '1' }, 'There is no such setting.'],
] as const)('refuses %j with the sentence of a start, and stores nothing', async (values, sentence) => {
  const { name } = changesOf(values)[0] ?? { name: '' };
  for (const answer of [
    await save(0, { ...values, NEXT_PUBLIC_SITE_DESCRIPTION: 'Fonts' }),
    await api.request('POST', '/api/moderation/settings/checks', {
      ...{ headers: settings.admin.headers, body: { changes: changesOf(values) } },
    }),
  ])
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'bad_request', fields: { [name]: expect.stringContaining(sentence) } },
    });
  expect(await read()).toMatchObject({ version: 0 });
  expect(api.deps().env.siteDescription).not.toBe('Fonts');
});

it('begins and ends counting visits with the setting, and keeps what the service is told', async () => {
  await save(0, { ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example' });
  expect(api.deps().env.analytics).toEqual({
    ...{ script: 'https://plausible.io/js/script.js', origins: ['https://plausible.io'] },
  });
  expect(await save(1, { ANALYTICS: 'off' })).toMatchObject({ status: 200 });
  expect(api.deps().env.analytics).toBeUndefined();
  expect(await find('ANALYTICS_ID')).toMatchObject({ stored: 'a.example' });
});

it('says before a change what it would do, and changes nothing', async () => {
  const { status, body } = await api.request('POST', '/api/moderation/settings/checks', {
    ...{
      headers: settings.admin.headers,
      body: { changes: [{ name: 'NEXT_PUBLIC_SITE_NOUN', value: 'font' }] },
    },
  });
  expect(status).toBe(200);
  expect(checkSettingsCall.answer.parse(body).changes).toEqual([
    {
      ...{ name: 'NEXT_PUBLIC_SITE_NOUN', label: 'Noun', before: 'tool', after: 'font' },
      effect: expect.stringContaining('Every listed page gets a new link.'),
    },
  ]);
  expect(await read()).toMatchObject({ version: 0 });
});

it('gives one of two admins at once a conflict that names what differs', async () => {
  const bo = await buildSignedInUser(api, { role: 'admin', name: 'Bo' });
  const answers = await Promise.all([
    save(0, { NEXT_PUBLIC_SITE_NAME: 'Ada Site' }),
    save(0, { NEXT_PUBLIC_SITE_NAME: 'Bo Site', SITE_COLOR: '#2563eb' }, { headers: bo.headers }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { siteName: name, siteColor } = api.deps().env;
  expect(['Ada Site', 'Bo Site#2563eb']).toContain(name + siteColor);
  const conflict = answers.find(({ status }) => status === 409);
  expect(conflict?.body).toMatchObject({
    code: 'conflict',
    fields: { NEXT_PUBLIC_SITE_NAME: expect.stringContaining(name) },
  });
  expect(await history()).toMatchObject({ version: 1, versions: [{ version: 1 }] });
  expect(await calls.auditLog()).toHaveLength(1);
  expect((await save(7, { SITE_COLOR: '#111111' })).status).toBe(409);
});

it('undoes a change as a new version', async () => {
  await save(0, { NEXT_PUBLIC_SITE_NAME: 'One' });
  await save(1, { NEXT_PUBLIC_SITE_NAME: 'Two', SITE_COLOR: '#2563eb' });
  await save(2, { NEXT_PUBLIC_SITE_DESCRIPTION: 'Kept' });
  expect((await undo(2, 1)).status).toBe(409);
  expect((await undo(9, 3)).status).toBe(404);
  expect((await undo(2, 3)).status).toBe(200);
  expect(api.deps().env).toMatchObject({ siteName: 'One', siteColor: '', siteDescription: 'Kept' });
  const { versions } = await history();
  expect(versions.map(({ version, undone }) => [version, undone])).toEqual([
    [4, 2],
    [3, null],
    [2, null],
    [1, null],
  ]);
  expect((await undo(4, 4)).status).toBe(200);
  expect(api.deps().env.siteName).toBe('Two');
  expect((await calls.auditLog()).map(({ action }) => action).slice(-2)).toEqual([
    'settings.undo',
    'settings.undo',
  ]);
});
