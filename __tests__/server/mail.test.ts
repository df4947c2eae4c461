import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMail, listOutbox, outboxFolder } from '@/server/mail/mail';
import { startSmtpDouble } from '../setup/smtp-double';

const message = {
  id: '1780000000000.000000000001',
  to: 'ada@example.com',
  subject: 'Confirm Ω',
  text: 'Follow this link:\n\nhttps://site.example/?token=abc',
};
const siteURL = 'https://site.example:8443';
const dataDir = mkdtempSync(path.join(tmpdir(), 'mail-test-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('keeps email in the outbox, newest first, each once, readable only by its owner', async () => {
  const mail = createMail({ smtp: undefined, dataDir, siteURL });
  const messages = Array.from({ length: 20 }, (_, index) => ({
    ...message,
    id: `1780000000000.${String(index).padStart(12, '0')}`,
    to: `member-${index}@example.com`,
  }));

  await Promise.all(messages.map((each) => mail.send(each)));
  for (const each of messages) await mail.send(each);

  const folder = outboxFolder(dataDir);
  const kept = messages.toReversed().map(({ to, subject, text }) => ({ to, subject, text }));
  expect(await listOutbox(folder)).toMatchObject(kept);
  for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0);
});

it('sends email through the configured server, and throws when the server rejects it', async () => {
  const server = await startSmtpDouble();
  server.replyTo = (recipient) => (recipient.startsWith('unknown') ? 550 : 250);
  try {
    const smtp = { url: server.url, from: 'Listgrove <hello@site.example>' };
    const mail = createMail({ smtp, dataDir, siteURL });

    await mail.send(message);
    await expect(mail.send({ ...message, to: 'unknown@example.com' })).rejects.toMatchObject({
      code: 'EENVELOPE',
      responseCode: 550,
    });
    await expect(mail.send({ ...message, to: 'unknown@example.com' })).rejects.not.toHaveProperty(
      'isBeforeRecipient',
    );

    expect(server.received).toMatchObject([{ from: 'hello@site.example', to: ['ada@example.com'] }]);
    expect(server.received[0]?.content).toContain('Subject: =?UTF-8?');
    expect(server.received[0]?.content).toContain('Message-ID: <1780000000000.000000000001@site.example>');
  } finally {
    await server.stop();
  }
});

it('says that no recipient was the reason, if the server was away', async () => {
  const server = await startSmtpDouble();
  const smtp = { url: server.url, from: 'hello@site.example' };
  await server.stop();
  const mail = createMail({ smtp, dataDir, siteURL });
  await expect(mail.send(message)).rejects.toMatchObject({ isBeforeRecipient: true });
});

it('says that programs have written an email, and where replies go, as the settings have it', async () => {
  const server = await startSmtpDouble();
  try {
    const operator = { name: '', address: '', email: '' };
    const smtp = { url: server.url, from: 'hello@site.example' };
    const mail = createMail({ smtp, dataDir, siteURL, operator });
    await mail.send(message);
    operator.email = 'ada@operator.example';
    await mail.send({ ...message, isByPerson: true });
    const [automatic, ofPerson] = server.received.map(({ content }) => content);
    expect(automatic).toContain('Auto-Submitted: auto-generated');
    expect(automatic).not.toContain('Reply-To');
    expect(ofPerson).not.toContain('Auto-Submitted');
    expect(ofPerson).toContain('Reply-To: ada@operator.example');
  } finally {
    await server.stop();
  }
});
