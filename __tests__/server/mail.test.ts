import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createMail, listOutbox, outboxFolder } from '@/server/mail';

const message = {
  to: 'ada@example.com',
  subject: 'Confirm Ω',
  text: 'Follow this link:\n\nhttps://site.example/?token=abc',
};
const dataDir = mkdtempSync(path.join(tmpdir(), 'mail-test-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('keeps email in the outbox, newest first, readable only by its owner', async () => {
  const mail = createMail({ smtp: undefined, dataDir });
  const receivers = Array.from({ length: 20 }, (_, index) => `member-${index}@example.com`);

  await Promise.all(receivers.map((to) => mail.send({ ...message, to })));

  const folder = outboxFolder(dataDir);
  expect(await listOutbox(folder)).toMatchObject(receivers.toReversed().map((to) => ({ ...message, to })));
  for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0);
});

it('sends email through the configured server, and throws when the server rejects it', async () => {
  const received: { from: string; to: string[]; content: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('nobody') ? new Error('No such mailbox') : null),
    onData: (stream, { envelope }, callback) => {
      let content = '';
      stream.on('data', (part: Buffer) => (content += part.toString('utf8')));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port }: AddressInfo = Object(server.server.address());
  try {
    const smtp = { url: `smtp://127.0.0.1:${port}`, from: 'Sprig <hello@site.example>' };
    const mail = createMail({ smtp, dataDir });

    await mail.send(message);
    await expect(mail.send({ ...message, to: 'nobody@example.com' })).rejects.toThrow('No such mailbox');

    expect(received).toMatchObject([{ from: 'hello@site.example', to: ['ada@example.com'] }]);
    expect(received[0]?.content).toContain('Subject: =?UTF-8?');
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});
