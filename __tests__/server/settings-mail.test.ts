import { sql } from 'drizzle-orm';
import { createMail } from '@/server/mail/mail';
import { createKeyRing, createSecretBox } from '@/server/sessions/key-ring';
import { setUpSettingsCalls } from '../setup/settings-calls';
import { startSecondProcess } from '../setup/second-process';
import { startSmtpDouble } from '../setup/smtp-double';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const settings = setUpSettingsCalls(api);
const { history, read, request, save, undo } = settings;

const SMTP = 'smtps://ada:correct-horse@smtp.example.com:465';
const MAIL = { SMTP_URL: SMTP, MAIL_FROM: 'hello@example.com' };
const find = async (name: string) => (await read()).settings.find((setting) => setting.name === name);
const smtp = () => api.deps().env.smtp;

it('sends through the mail server that an admin has entered, and stops when it is removed', async () => {
  const server = await startSmtpDouble();
  const mail = createMail(api.deps().env);
  expect((await save(0, { SMTP_URL: server.url, MAIL_FROM: 'Fonts <hello@example.com>' })).status).toBe(200);
  await mail.send({ id: '1', to: 'ada@example.com', subject: 'One', text: 'Hello' });
  expect(server.received).toMatchObject([{ from: 'hello@example.com', to: ['ada@example.com'] }]);
  expect((await undo(1, 1)).status).toBe(200);
  expect(smtp()).toBeUndefined();
  await server.stop();
});

it('never shows the secret again: not in answers, the history, a preview, a conflict, the log or the database', async () => {
  const preview = await request('POST', '/checks', {
    changes: Object.entries(MAIL).map(([name, value]) => ({ name, value })),
  });
  expect(preview.body).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({ name: 'SMTP_URL', before: '', after: 'Stored, not shown' }),
    ]),
  });
  await save(0, MAIL);
  expect(smtp()).toEqual({ url: SMTP, from: 'hello@example.com' });
  expect(await find('SMTP_URL')).toMatchObject({ stored: 'Stored, not shown', value: 'Stored, not shown' });
  await save(1, { SMTP_URL: SMTP.replace('ada', 'bo') });
  const conflict = await save(1, { SMTP_URL: SMTP });
  expect(conflict).toMatchObject({
    status: 409,
    body: { fields: { SMTP_URL: expect.stringContaining('Stored, not shown') } },
  });
  const { rows } = await api.db.execute(
    sql`SELECT (SELECT jsonb_agg(s) FROM settings_versions s)::text || (SELECT jsonb_agg(e) FROM audit_entries e)::text AS stored`,
  );
  const seen = [preview.text, JSON.stringify([await read(), await history(), conflict.body, rows])];
  for (const text of seen) expect(text).not.toContain('correct-horse');
});

it('undoes a change of the secret, which is stored sealed', async () => {
  await save(0, MAIL);
  await save(1, { SMTP_URL: SMTP.replace('ada', 'bo') });
  expect((await undo(2, 2)).status).toBe(200);
  expect(smtp()?.url).toBe(SMTP);
});

it.each([
  [{ SMTP_URL: 'https://user:correct-horse@smtp.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: SMTP }, 'MAIL_FROM'],
  [{ ...MAIL, SMTP_URL: `${SMTP}/?sendmail=true&path=/bin/sh` }, 'must end with the host or the port'],
  [{ ...MAIL, SMTP_URL: `${SMTP}?connection=1` }, 'must end with the host or the port'],
  [{ ...MAIL, MAIL_FROM: 'hello' }, 'must be an email address'],
])('refuses %j without repeating it', async (values, sentence) => {
  const { status, text } = await save(0, values);
  expect(status).toBe(400);
  expect(text).toContain(sentence);
  expect(text).not.toContain('correct-horse');
});

it('takes what a browser sends as the secret itself, also a text that was sealed', async () => {
  await save(0, MAIL);
  const { rows } = await api.db.execute(sql`SELECT stored ->> 'SMTP_URL' AS sealed FROM settings_versions`);
  const { sealed } = Object(rows[0]);
  expect(await save(1, { SMTP_URL: sealed })).toMatchObject({ status: 400 });
});

it('leaves mail out where the key is gone, with what needs it, and keeps every other setting', async () => {
  await save(0, { ...MAIL, SIGN_IN_EMAIL: 'on', NEXT_PUBLIC_SITE_NAME: 'Fontgrove' });
  expect(api.deps().env.signsInByEmail).toBe(true);
  const errors: unknown[] = [];
  const other = await startSecondProcess(api, {
    logger: { error: (details: unknown) => void errors.push(details) },
    secrets: createSecretBox(createKeyRing([Buffer.alloc(32, 9).toString('base64url')])),
  });
  expect(other.env).toMatchObject({ siteName: 'Fontgrove', signsInByEmail: false, smtp: undefined });
  expect(errors).toEqual([{ settings: ['SMTP_URL'] }]);
  // With the former key behind the new one, everything holds.
  const kept = await startSecondProcess(api);
  expect(kept.env).toMatchObject({ signsInByEmail: true, smtp: { url: SMTP } });
});

it('is fixed where the environment names a mail server', async () => {
  const { env } = await startSecondProcess(api, {
    variables: { SMTP_URL: 'smtp://own.example', MAIL_FROM: 'own@example.com' },
  });
  await save(0, MAIL);
  expect(env.smtp).toEqual({ url: 'smtp://own.example', from: 'own@example.com' });
});

describe('a test email', () => {
  const send = (email: string) => request('POST', '/test-email', { email });

  it('goes to the address at once, ten times an hour', async () => {
    expect(await send(' ada@example.com ')).toMatchObject({
      status: 200,
      body: { message: 'Sent to ada@example.com. Look into your inbox.' },
    });
    expect(api.sent).toMatchObject([{ to: 'ada@example.com', subject: 'A test from Listgrove' }]);
    for (let count = 1; count < 10; count += 1) await send('ada@example.com');
    expect((await send('ada@example.com')).status).toBe(429);
    expect(api.sent).toHaveLength(10);
  });

  it.each(['ada', 'a@b.example\r\nBcc: eve@example.com', `${'a'.repeat(250)}@b.example`])(
    'is not sent to %j',
    async (email) => {
      expect((await send(email)).status).toBe(400);
      expect(api.sent).toEqual([]);
    },
  );
});

describe('with a mail server that refuses', () => {
  const failing = setUpTestApp(
    {},
    {
      mail: {
        send: () =>
          Promise.reject(
            Object.assign(new Error('internal'), { code: 'EAUTH', response: '535 Wrong\r\n password' }),
          ),
      },
    },
  );
  const calls = setUpSettingsCalls(failing);

  it('says what the server says', async () => {
    const answer = await calls.request('POST', '/test-email', { email: 'ada@example.com' });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'The mail server did not take the email: 535 Wrong password' },
    });
  });
});
