import { findStaffNoticesCall } from '@/lib/contract/staff-notice';
import type { ServerEnv } from '@/server/config/env';
import { createStaffNoticeLinks } from '@/server/mail/signed-links';
import { createKeyRing } from '@/server/sessions/key-ring';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpStaffSite } from '../../setup/staff-site';
import { newsletterLinks, staffNoticeLinks, testSessionKey } from '../../setup/test-app';

const env: Partial<ServerEnv> = {};
const { api, buildStaff, choose } = setUpStaffSite(() => env);
afterEach(() => Reflect.deleteProperty(env, 'releaseURL'));

async function chosen({ headers }: SignedInUser) {
  const { body } = await api.request('GET', '/api/moderation/notices', { headers });
  const { notices, ...others } = findStaffNoticesCall.answer.parse(body);
  return { ...others, notices: Object.fromEntries(notices.map(({ kind, timing }) => [kind, timing])) };
}
const oneClick = (token: string, form: Record<string, string> = { 'List-Unsubscribe': 'One-Click' }) =>
  api.request('POST', `/api/staff-notices/one-click?token=${encodeURIComponent(token)}`, {
    body: new URLSearchParams(form),
  });

const MODERATOR = {
  ...{ submissions: 'morning', reports: 'at-once', appeals: 'morning' },
  ...{ suggestions: 'morning', sites: 'morning' },
};

const ADMIN = {
  ...MODERATOR,
  ...{ messages: 'at-once', jobs: 'at-once', backups: 'at-once', disk: 'at-once' },
};

it('shows a moderator what moderators are told, and an admin the rest as well', async () => {
  expect(await chosen(await buildStaff('mo'))).toEqual({
    ...{ notices: MODERATOR, email: 'mo@x.example', sendsEmails: true, timeZone: 'UTC' },
  });
  const ada = await buildStaff('ada', 'admin');
  expect((await chosen(ada)).notices).toEqual(ADMIN);
  env.releaseURL = 'https://releases.example.com/latest';
  expect((await chosen(ada)).notices).toEqual({ ...ADMIN, release: 'morning' });
});

it('stores each choice of each person', async () => {
  const [mo, jo] = [await buildStaff('mo'), await buildStaff('jo')];
  expect(await choose(mo, 'submissions', 'at-once')).toMatchObject({
    status: 200,
    body: { notices: expect.arrayContaining([{ kind: 'submissions', timing: 'at-once' }]) },
  });
  await choose(mo, 'reports', 'off');
  await choose(mo, 'reports', 'morning');
  expect((await chosen(mo)).notices).toEqual({ ...MODERATOR, submissions: 'at-once', reports: 'morning' });
  expect((await chosen(jo)).notices).toEqual(MODERATOR);
});

it('refuses kinds of admins to moderators, unknown kinds and unknown times', async () => {
  const mo = await buildStaff('mo');
  expect(await choose(mo, 'messages', 'off')).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: 'This is for admins.' },
  });
  expect((await choose(mo, 'lunch', 'off')).status).toBe(400);
  expect((await choose(mo, 'reports', 'noon')).status).toBe(400);
  expect((await chosen(mo)).notices).toEqual(MODERATOR);
});

it('switches off what an email was about with one click, without a session, and any number of times', async () => {
  const mo = await buildStaff('mo');
  const token = staffNoticeLinks.sign(`${mo.id}.reports`);
  expect((await oneClick(token)).status).toBe(200);
  expect((await oneClick(token)).status).toBe(200);
  expect((await chosen(mo)).notices).toEqual({ ...MODERATOR, reports: 'off' });
  expect((await oneClick(staffNoticeLinks.sign(`${mo.id}.all`))).status).toBe(200);
  expect(new Set(Object.values((await chosen(mo)).notices))).toEqual(new Set(['off']));
  // The account may be gone by then.
  expect((await oneClick(staffNoticeLinks.sign('999.all'))).status).toBe(200);
});

it('leads browsers to the page of all choices', async () => {
  const { status, headers } = await api.request('GET', '/api/staff-notices/one-click?token=x');
  expect([status, headers.get('location')]).toEqual([303, '/moderation/notices']);
});

it('refuses a token that this site has not signed for this', async () => {
  const mo = await buildStaff('mo');
  const other = createStaffNoticeLinks(createKeyRing([Buffer.alloc(32, 8).toString('base64url')]));
  const own = staffNoticeLinks.sign(`${mo.id}.reports`);
  const wrong = [
    ...[
      other.sign(`${mo.id}.reports`),
      newsletterLinks.sign(mo.id),
      newsletterLinks.sign(`${mo.id}.reports`),
    ],
    ...[
      own.replace('.reports.', '.all.'),
      `${own}A`,
      own.slice(0, -1),
      staffNoticeLinks.sign(`${mo.id}.lunch`),
    ],
  ];
  for (const token of wrong) expect((await oneClick(token)).status).toBe(404);
  expect((await oneClick(own, {})).status).toBe(400);
  expect((await chosen(mo)).notices).toEqual(MODERATOR);
  const rotated = createStaffNoticeLinks(
    createKeyRing([Buffer.alloc(32, 9).toString('base64url'), testSessionKey]),
  );
  expect(rotated.read(own)).toBe(`${mo.id}.reports`);
});
