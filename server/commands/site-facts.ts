import type { SiteFacts } from '@/lib/contract/site-facts';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { hasWebhooks } from '@/server/queries/webhooks';

const HOURS_PER_DAY = 24;

/** Levels of the log that have a line for each request. */
const LOGGING_REQUESTS: readonly string[] = ['info', 'debug', 'trace'];

/** What the site really does, for the texts about privacy and the terms of use. */
export const findSiteFacts = async ({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<SiteFacts> =>
  siteFactsOf(env, { hasWebhooks: await hasWebhooks(db) });

export function siteFactsOf(env: Deps['env'], stored: Pick<SiteFacts, 'hasWebhooks'>): SiteFacts {
  const { announcements, backups, identity, newsletter } = env;
  return {
    operator: env.operator,
    newsletter: env.newsletterURL ? 'elsewhere' : newsletter.isOffered ? 'here' : 'none',
    sendsEmails: sendsEmails(env),
    hasMailServer: env.smtp !== undefined,
    hasImageBucket: env.s3 !== undefined,
    tellsSearchEngines: announcements.indexNow !== undefined,
    tellsHub: announcements.hubURL !== undefined,
    ...stored,
    signsInByFirebase: identity.kind === 'firebase',
    keepsPagesOffline: env.keepsPagesOffline,
    logDays: LOGGING_REQUESTS.includes(env.logLevel) ? env.logDays : 0,
    // The oldest one is deleted once the next one is written.
    backupDays:
      backups.folder === undefined
        ? 0
        : Math.ceil((backups.everyHours * (backups.keptCount + 1)) / HOURS_PER_DAY),
  };
}
