import pino from 'pino';
import { type DatabaseOptions, openDatabase } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { identities, sessions } from '@/server/db/schema/sign-in-schema';
import { freePort, serveBuilt } from '../bench/processes';
import { startSmtpDouble } from '../setup/smtp-double';
import { siteEnv } from './built-site';

const LOOPBACK = '127.0.0.1';
/** Of each insert: PostgreSQL takes at most 65,535 values in a statement. */
const ROWS_MAX = 1_000;

export type Answer = {
  status: number;
  text: string;
  headers: Headers;
  /** What the browser keeps of the request for a code; empty when nothing was set. */
  cookie: string;
  /** Whether the answer opens a session. */
  isIn: boolean;
};

/** A production site that signs in by email, and the mail server that it uses. */
export type CodeSite = Awaited<ReturnType<typeof startCodeSite>>;

/**
 * Serves the build as in production, with a mail server on loopback. Accounts of the known addresses are there before.
 * Requests without a client address have no limits but those of identities and recipients.
 */
export async function startCodeSite(dataDir: string, known: readonly string[]) {
  const mail = await startSmtpDouble();
  const built = await siteEnv();
  const variables = {
    ...built,
    ...{ APP_ENV: 'production', DATA_DIR: dataDir, BACKUP_DIR: 'off', LOG_LEVEL: 'fatal' },
    ...{ NEXT_PUBLIC_SITE_URL: 'https://codes.example', SIGN_IN_EMAIL: 'on' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'hello@codes.example', UNLIMITED_ADDRESSES: LOOPBACK },
  };
  const options = { dataDir, logger: pino({ level: 'warn' }) };
  await addKnown(options, known);
  const site = await serveBuilt(await freePort(), variables);

  async function post(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const answer = await fetch(`${site.url}/api/user/login/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const set = answer.headers.getSetCookie();
    return {
      ...{ status: answer.status, text: await answer.text(), headers: answer.headers },
      cookie: set.find((each) => each.startsWith('email_sign_in='))?.replace(/;.*/s, '') ?? '',
      isIn: set.some((each) => each.startsWith('encrypted_token=') && !/max-age=0/i.test(each)),
    };
  }

  return {
    ask: (email: string, headers: Record<string, string> = {}) => post('email', { email }, headers),
    enter: (code: string, headers: Record<string, string> = {}, more: object = {}) =>
      post('from-email', { code, ...more }, headers),
    /** The code of the last email to an address; empty without an email. */
    codeOf(email: string): string {
      const last = mail.received.findLast(({ to }) => to.includes(email));
      return /^Subject: (\d{6}) /m.exec(last?.content ?? '')?.[1] ?? '';
    },
    forgetEmail(email: string): void {
      mail.received = mail.received.filter(({ to }) => !to.includes(email));
    },
    /** The ways to sign in to the account of a session. */
    async identitiesOf(token: string): Promise<string> {
      const headers = { accessToken: `Bearer ${token}` };
      return (await fetch(`${site.url}/api/user/private/identities`, { headers })).text();
    },
    stop: async () => {
      await site.stop();
      await mail.stop();
    },
    /** How many sessions the database has. Once the site has stopped. */
    countSessions: () => countSessions(options),
  };
}

/** Accounts by turns: of a code by email, and of Google with the same address verified. */
async function addKnown(options: DatabaseOptions, known: readonly string[]): Promise<void> {
  const { db, close } = await openDatabase(options);
  const createdAt = new Date('2026-01-01');
  for (let start = 0; start < known.length; start += ROWS_MAX) {
    const emails = known.slice(start, start + ROWS_MAX);
    const rows = await db
      .insert(users)
      .values(
        emails.map((email, index) => ({ handle: `known-${start + index}`, name: 'Known', email, createdAt })),
      )
      .returning({ id: users.id });
    await db.insert(identities).values(
      emails.map((email, index) => {
        const own = { userId: rows[index]?.id ?? '', email, isEmailVerified: true };
        return index % 2 === 0
          ? ({ ...own, issuer: 'email', subject: email, provider: 'email' } as const)
          : ({
              ...own,
              issuer: 'https://accounts.google.com',
              subject: email,
              provider: 'google.com',
            } as const);
      }),
    );
  }
  await close();
}

async function countSessions(options: DatabaseOptions): Promise<number> {
  const { db, close } = await openDatabase(options);
  const count = await db.$count(sessions);
  await close();
  return count;
}
