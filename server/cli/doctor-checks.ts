import { lookup } from 'node:dns/promises';
import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { FREE_BYTES_MIN, readFreeBytes } from '@/server/base/free-space';
import { prepareDataDir } from '@/server/db/data-dir';
import { setupLinkOf } from '@/server/commands/account/setup-link';
import { controlCommands } from '@/server/control/contract';
import { callControl, isSiteRunning } from '@/server/control/control-client';
import { findSetupNonce } from '@/server/db/postgres-server';
import { createSetupLinks } from '@/server/mail/signed-links';
import { openKeyRing } from '@/server/sessions/key-ring';
import type { ServerEnv } from '@/server/config/env';
import { isLoopbackName, type OAuthConfig, type OpenIDConfig } from '@/server/identity/identity-config';
import { openAlgoliaIndex } from '@/server/search/algolia';
import { checkFolder, checkImages, checkPostgres, checkReplicas } from './doctor-storage';
import {
  ANSWER_MS_MAX,
  ask,
  CLOCK_MS_MAX,
  clockFinding,
  error,
  type Finding,
  ok,
  reasonOf,
  warning,
} from './doctor-probe';

/** An error that it throws is one of the product, and shown without values. */
export type Check = (env: ServerEnv) => Finding | Promise<Finding>;

const GB = 1_000_000_000;
const FREE_BYTES_LOW = 200_000_000;

/** The checks, by the name that the owner reads. */
export const CHECKS = {
  'data folder': ({ dataDir }) => {
    if (prepareDataDir(dataDir)) return ok(`${dataDir} can be written, and only by this user.`);
    return warning(
      `Other users of this machine can read files in ${dataDir} that belong to another user.`,
      'Run the site and its commands as one user, and give that user all files: chown -R.',
    );
  },

  'disk space': async ({ dataDir }) => {
    const freeBytes = await readFreeBytes(dataDir).catch(reasonOf);
    if (typeof freeBytes === 'string')
      return error(`The disk of ${dataDir} cannot be measured (${freeBytes}).`, 'Correct DATA_DIR first.');
    const message = `${(freeBytes / GB).toFixed(1)} GB are free below ${dataDir}.`;
    const nextStep = 'Free some space, or move DATA_DIR to a larger disk.';
    if (freeBytes < FREE_BYTES_LOW) return error(message, nextStep);
    return freeBytes < FREE_BYTES_MIN ? warning(message, nextStep) : ok(message);
  },

  database: (env) => (env.databaseURL === undefined ? checkFolder(env) : checkPostgres(env.databaseURL)),

  replicas: ({ databaseReplicas: { urls } }) => checkReplicas(urls),

  'public URL': async ({ siteURL, appEnv }) => {
    const { hostname } = new URL(siteURL);
    if (isLoopbackName(hostname)) {
      const message = `${siteURL} can be opened on this machine only.`;
      if (appEnv !== 'production') return ok(message);
      return warning(message, 'Before you publish the site, set NEXT_PUBLIC_SITE_URL to its public URL.');
    }
    try {
      await lookup(hostname);
    } catch (thrown) {
      return error(
        `The name ${hostname} has no address (${reasonOf(thrown)}).`,
        `Add an A or AAAA record for ${hostname} at your DNS provider.`,
      );
    }
    return checkAnswer(siteURL);
  },

  proxy: ({ siteURL, trustedProxyHops }) => {
    if (trustedProxyHops > 0) {
      return ok(`The site takes the address of a visitor from ${trustedProxyHops} trusted proxies.`);
    }
    if (!siteURL.startsWith('https:')) return ok('No proxy is trusted, and none is needed.');
    return warning(
      'TRUSTED_PROXY_HOPS is 0, but only a proxy can serve https: the limits count all visitors as one.',
      'Set TRUSTED_PROXY_HOPS to the number of proxies in front of the site, for example 1.',
    );
  },

  admin: async (env) => {
    const link = await findWaitingLink(env).catch(reasonOf);
    // The check of the database says what to do.
    if (link?.startsWith('http') === false) return ok(`Whether there is an admin is not known (${link}).`);
    if (link === undefined) return ok('No setup link waits to be used.');
    return warning('The site has no admin yet.', `Open this link, which makes you the admin: ${link}`);
  },

  'sign-in': async ({ identity, appEnv, signsInByEmail }) => {
    if (identity.kind === 'firebase') {
      const answer = await ask(identity.jwksURL);
      return 'failure' in answer
        ? error(
            `The keys of Firebase cannot be read (${answer.failure}): nobody can sign in.`,
            'Let this machine make HTTPS requests to the host of FIREBASE_JWKS_URL.',
          )
        : ok('Firebase is configured, and its keys can be read.');
    }
    if (identity.kind === 'oauth') return checkProviders(identity);
    if (identity.kind === 'local' && appEnv !== 'production') return ok('Demo accounts can sign in.');
    if (signsInByEmail) return ok('Codes by email sign in.');
    return warning('Nobody can sign in.', 'Configure sign-in as docs/sign-in.md describes.');
  },

  mail: async ({ smtp }) => {
    if (!smtp) {
      return warning(
        'There is no mail server: the site sends no emails and does not offer them.',
        'Set SMTP_URL and MAIL_FROM.',
      );
    }
    const transport = createTransport({
      url: smtp.url,
      connectionTimeout: ANSWER_MS_MAX,
      greetingTimeout: ANSWER_MS_MAX,
    });
    try {
      await transport.verify();
      return ok('The mail server accepts connections and the sign-in, if it has one.');
    } catch (thrown) {
      return error(
        `The mail server does not work (${reasonOf(thrown)}).`,
        'Check SMTP_URL: its host, port, user and password.',
      );
    } finally {
      transport.close();
    }
  },

  messages: ({ adminEmails, smtp }) => {
    if (adminEmails.length === 0) {
      return warning(
        'Nobody is told of messages from the contact form, which also brings security reports.',
        'Set ADMIN_EMAILS. Until then, npm run admin -- messages shows what waits.',
      );
    }
    if (smtp)
      return ok(`Messages from the contact form are announced to ${adminEmails.length} admins by email.`);
    return warning(
      'Messages from the contact form wait at /moderation/messages, and nobody gets an email about them.',
      'Set SMTP_URL and MAIL_FROM.',
    );
  },

  images: checkImages,

  search: async ({ algolia, ...site }) => {
    if (!algolia) return ok('The embedded search needs no service.');
    try {
      await openAlgoliaIndex(algolia, site).readSettings();
      return ok('Algolia accepts the key.');
    } catch (thrown) {
      return error(
        `Algolia does not answer as it should (${reasonOf(thrown)}).`,
        'Check NEXT_PUBLIC_ALGOLIA_APP_ID and ALGOLIA_ADMIN_KEY, then run npm run reindex.',
      );
    }
  },

  backups: async ({ backups: { folder, everyHours, keptCount } }) => {
    if (folder === undefined) {
      return warning(
        'No backups are written on a schedule.',
        'Set BACKUP_DIR, best to another disk; see docs/backup.md.',
      );
    }
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.backup')) : [];
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
    const ageMs = Date.now() - Math.max(...times);
    if (times.length === 0) {
      return warning(
        `There is no backup in ${folder} yet.`,
        'The running site writes the first one within minutes; look at its log if it does not.',
      );
    }
    const message = `The latest of ${times.length} backups in ${folder} is ${describeAge(ageMs)} old.`;
    const keptDays = (keptCount * everyHours * HOUR_MS) / DAY_MS;
    if (keptDays > RETENTION_DAYS.backups) {
      return warning(
        `Backups are kept for ${Math.ceil(keptDays)} days, and the privacy page promises ${RETENTION_DAYS.backups} at most.`,
        'Lower BACKUP_KEEP.',
      );
    }
    if (ageMs < 2 * everyHours * HOUR_MS) return ok(message);
    return error(
      message,
      'Look for "backup" in the log of the site, and check the rights and the space of BACKUP_DIR.',
    );
  },
} satisfies Record<string, Check>;

/** The setup link, as the running site or PostgreSQL knows it. */
async function findWaitingLink(env: ServerEnv): Promise<string | undefined> {
  if (env.databaseURL === undefined) {
    if (!(await isSiteRunning(env.dataDir))) return undefined;
    return (await callControl(env.dataDir, controlCommands.setupLink, {})).link ?? undefined;
  }
  const nonce = await findSetupNonce(env.databaseURL, ANSWER_MS_MAX);
  return nonce && setupLinkOf({ env, setupLinks: createSetupLinks(await openKeyRing(env)) }, nonce);
}

async function checkAnswer(siteURL: string): Promise<Finding> {
  const answer = await ask(new URL('/healthz', siteURL).href);
  if ('failure' in answer) {
    return warning(
      `${siteURL} does not answer from here (${answer.failure}).`,
      'Start the site, and check the proxy in front of it and its certificate.',
    );
  }
  if (answer.differenceMs > CLOCK_MS_MAX)
    return clockFinding(`${siteURL} answers, but its clock`, answer.differenceMs);
  return ok(`${siteURL} answers.`);
}

const discoveryURL = ({ issuerURL }: OpenIDConfig) =>
  `${issuerURL.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Asks each provider for a page that anyone may read. */
async function checkProviders({ google, github, oidc }: OAuthConfig): Promise<Finding> {
  const urls = {
    ...(google && { Google: discoveryURL(google) }),
    ...(github && { Github: github.apiURL }),
    ...(oidc && { [oidc.name]: discoveryURL(oidc) }),
  };
  for (const [name, url] of Object.entries(urls)) {
    const answer = await ask(url);
    if (!('failure' in answer)) continue;
    const nextStep = `Let this machine make HTTPS requests to ${new URL(url).hostname}.`;
    return error(
      `${name} does not answer (${answer.failure}), so nobody can sign in with ${name}.`,
      nextStep,
    );
  }
  return ok(
    `Members sign in with ${Object.keys(urls).join(' and ')}. Only a sign-in can show whether ids and secrets are right.`,
  );
}

const describeAge = (ageMs: number) =>
  ageMs < 2 * DAY_MS ? `${Math.round(ageMs / HOUR_MS)} hours` : `${Math.floor(ageMs / DAY_MS)} days`;
