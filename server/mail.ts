import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { ServerEnv } from './env';

export type Message = { to: string; subject: string; text: string };

export interface Mail {
  send(message: Message): Promise<void>;
}

/** Sends email by SMTP when `SMTP_URL` is set, otherwise writes it to files in `DATA_DIR/outbox`. */
export function createMail(env: Pick<ServerEnv, 'smtp' | 'dataDir'>): Mail {
  return env.smtp ? smtpMail(env.smtp) : outboxMail(outboxFolder(env.dataDir));
}

export const outboxFolder = (dataDir: string) => path.join(dataDir, 'outbox');

function smtpMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport(url, { from });
  return {
    async send(message) {
      await transport.sendMail(message);
    },
  };
}

/** Names sort in the order of sending. `count` orders the messages of one millisecond. */
const fileName = (sentAt: Date, count: number) =>
  `${sentAt.toISOString().replaceAll(':', '-')}-${String(count).padStart(9, '0')}-${randomUUID()}`;

function outboxMail(folder: string): Mail {
  let sentCount = 0;
  return {
    async send(message) {
      const sentAt = new Date();
      sentCount += 1;
      const file = path.join(folder, fileName(sentAt, sentCount));
      await mkdir(folder, { recursive: true });
      // Written under another name first, so that readers never see a partial file.
      await writeFile(`${file}.part`, JSON.stringify({ ...message, sentAt }, null, 2), { mode: 0o600 });
      await rename(`${file}.part`, `${file}.json`);
    },
  };
}

const listedMessagesMax = 50;

/** The latest messages in the outbox, newest first. */
export async function listOutbox(folder: string): Promise<unknown[]> {
  const files = await readdir(folder).catch(() => []);
  const newest = files
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, listedMessagesMax);
  return Promise.all(
    newest.map(async (file): Promise<unknown> => JSON.parse(await readFile(path.join(folder, file), 'utf8'))),
  );
}
