import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { ServerEnv } from '@/server/env';

export type Message = { to: string; subject: string; text: string };

export interface Mail {
  send(message: Message): Promise<void>;
}

/** SMTP when `SMTP_URL` is set, else files in `DATA_DIR/outbox`. */
export function createMail(env: Pick<ServerEnv, 'smtp' | 'dataDir' | 'siteName'>): Mail {
  return env.smtp ? smtpMail(env.smtp) : outboxMail(outboxFolder(env.dataDir), env.siteName);
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

function outboxMail(folder: string, siteName: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from: `${siteName} <outbox@localhost>` });
  return {
    async send(message) {
      const { message: content } = await transport.sendMail(message);
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`);
      // Written aside and renamed, so that a reader never meets half a message.
      await writeFile(`${file}.part`, content.toString(), { mode: 0o600 });
      await rename(`${file}.part`, `${file}.eml`);
    },
  };
}

/** The messages in the outbox, newest first, as they would have gone over the wire. */
export async function listOutbox(folder: string): Promise<{ file: string; content: string }[]> {
  const files = await readdir(folder).catch(() => []);
  const newest = files.filter((file) => file.endsWith('.eml')).sort().reverse().slice(0, 50);
  return Promise.all(
    newest.map(async (file) => ({ file, content: await readFile(path.join(folder, file), 'utf8') })),
  );
}
