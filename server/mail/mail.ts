import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { ServerEnv } from '@/server/config/env';
import type { Metrics } from '@/server/metrics/metrics';

export type Message = {
  /** The same whenever the message is sent again, so that receivers can drop the copies. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** A POST request to this URL unsubscribes the receiver (RFC 8058). */
  unsubscribeURL?: string;
  /** Which list the receiver is on, for a message that can be unsubscribed. The newsletter by default. */
  listName?: 'newsletter' | 'notices';
  /** A person has written it. All others ask programs that answer for somebody who is away not to answer (RFC 3834). */
  isByPerson?: boolean;
};

export interface Mail {
  /**
   * Takes 15 seconds at most.
   *
   * @throws Error with `isUncertain: true` when the mail server may have taken the message although it did not say so, and with
   *   `isBeforeRecipient: true` when it has not been told who gets the message, so that no recipient is the reason.
   */
  send(message: Message): Promise<void>;
}

type MailEnv = Pick<ServerEnv, 'smtp' | 'dataDir' | 'siteURL'> & Partial<Pick<ServerEnv, 'operator'>>;

/** Sends email by SMTP when `SMTP_URL` is set, otherwise writes it to files in `DATA_DIR/outbox`. */
export const createMail = (env: MailEnv): Mail => ({
  // Settings change the mail server while the process runs.
  send(message) {
    const { smtp, dataDir, siteURL, operator } = env;
    const mail = smtp
      ? smtpMail({ ...smtp, host: new URL(siteURL).hostname, replyTo: operator?.email || undefined })
      : outboxMail(outboxFolder(dataDir));
    return mail.send(message);
  },
});

/** Counts what becomes of each email. */
export const measuredMail = (mail: Mail, metrics: Metrics): Mail => ({
  async send(message) {
    try {
      await mail.send(message);
    } catch (error) {
      metrics.noteEmail(Reflect.get(Object(error), 'isUncertain') === true ? 'uncertain' : 'failed');
      throw error;
    }
    metrics.noteEmail('sent');
  },
});

export const outboxFolder = (dataDir: string) => path.join(dataDir, 'outbox');

/** Less than a stopping process waits for its jobs. */
const sendLimitMs = 15 * SECOND_MS;
const connectLimitMs = 5 * SECOND_MS;
const silenceLimitMs = 10 * SECOND_MS;

const ignore = () => undefined;
const noLogger = {
  level: ignore,
  ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
};

type SMTPOptions = { url: string; from: string; host: string; replyTo: string | undefined };

/** The mail server that a URL names. The rest of a URL would be options of nodemailer, some of which start programs. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}

function smtpMail({ url, from, host, replyTo }: SMTPOptions): Mail {
  const server = serverOf(url);
  const limits = {
    dnsTimeout: connectLimitMs,
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: silenceLimitMs,
  };
  return {
    async send({ id, unsubscribeURL, listName = 'newsletter', isByPerson, ...content }) {
      const progress = { hasNamedRecipient: false, hasSentContent: false };
      const noteCommand = ({ tnx }: { tnx?: unknown }, command: unknown) => {
        if (tnx !== 'client') return;
        progress.hasNamedRecipient ||= String(command).startsWith('RCPT');
        progress.hasSentContent ||= command === 'DATA';
      };
      // A transport for each message: its log is the only place that tells how far the dialogue has come.
      const transport = createTransport(
        { ...server, ...limits, transactionLog: true, logger: { ...noLogger, debug: noteCommand } },
        { from },
      );
      const late = new AbortController();
      const tooLate = sleep(sendLimitMs, undefined, { signal: late.signal }).then(() => {
        throw Object.assign(new Error('The mail server took too long.'), {
          code: 'ETIMEDOUT',
          // The dialogue goes on.
          isUncertain: true,
        });
      });
      const headers = {
        ...(unsubscribeURL !== undefined && {
          'List-ID': `<${listName}.${host}>`,
          'List-Unsubscribe': `<${unsubscribeURL}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
        ...(!isByPerson && { 'Auto-Submitted': 'auto-generated' }),
      };
      const sending = transport.sendMail({
        ...content,
        replyTo,
        messageId: `<${id}@${host}>`,
        headers,
      });
      try {
        await Promise.race([sending, tooLate]);
      } catch (error) {
        const details = new Map<string, unknown>(Object.entries(error ?? {}));
        if (!progress.hasNamedRecipient && details.get('isUncertain') !== true)
          throw Object.assign(Object(error), { isBeforeRecipient: true });
        const responseCode = details.get('responseCode');
        throw progress.hasSentContent && typeof responseCode !== 'number'
          ? Object.assign(new Error('The mail server did not answer.', { cause: error }), {
              code: 'ENOREPLY',
              isUncertain: true,
            })
          : error;
      } finally {
        late.abort();
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
