import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { ServerEnv } from './env';

export type Message = {
  /** The same whenever the message is sent again, so that receivers can drop the copies. */
  id: string;
  to: string;
  subject: string;
  text: string;
};

export interface Mail {
  /** Takes 15 seconds at most. */
  send(message: Message): Promise<void>;
}

type MailEnv = Pick<ServerEnv, 'smtp' | 'dataDir' | 'siteURL'>;

/** Sends email by SMTP when `SMTP_URL` is set, otherwise writes it to files in `DATA_DIR/outbox`. */
export function createMail({ smtp, dataDir, siteURL }: MailEnv): Mail {
  return smtp ? smtpMail({ ...smtp, host: new URL(siteURL).hostname }) : outboxMail(outboxFolder(dataDir));
}

export const outboxFolder = (dataDir: string) => path.join(dataDir, 'outbox');

/** Less than a stopping process waits for its jobs. */
const sendLimitMs = 15 * SECOND_MS;
const connectLimitMs = 5 * SECOND_MS;
const silenceLimitMs = 10 * SECOND_MS;

function smtpMail({ url, from, host }: { url: string; from: string; host: string }): Mail {
  const limits = {
    dnsTimeout: connectLimitMs,
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: silenceLimitMs,
  };
  const transport = createTransport({ url, ...limits }, { from });
  return {
    async send({ id, ...content }) {
      const late = new AbortController();
      const tooLate = sleep(sendLimitMs, undefined, { signal: late.signal }).then(() => {
        throw Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' });
      });
      try {
        await Promise.race([transport.sendMail({ ...content, messageId: `<${id}@${host}>` }), tooLate]);
      } finally {
        late.abort();
        tooLate.catch(() => undefined);
      }
    },
  };
}

function outboxMail(folder: string): Mail {
  return {
    async send({ id, ...content }) {
      const file = path.join(folder, id);
      await mkdir(folder, { recursive: true });
      // Written under another name first, so that readers never see a partial file.
      await writeFile(`${file}.part`, JSON.stringify({ ...content, sentAt: new Date() }, null, 2), {
        mode: 0o600,
      });
      await rename(`${file}.part`, `${file}.json`);
    },
  };
}

const listedMessagesMax = 50;

/** The latest messages in the outbox, newest first: the ids of messages sort in the order of their creation. */
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
