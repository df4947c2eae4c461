import * as z from 'zod/mini';
import { searchRecord } from '@/lib/contract/search';
import { receivedMessage } from '@/lib/contract/contact';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { ERASURE_GROUNDS } from '@/lib/contract/report';
import { ROLES } from '@/lib/contract/user';
import { eraseProductBySlug } from '@/server/commands/products/retire-product';
import { findSetupLink } from '@/server/commands/account/setup-link';
import { setRole } from '@/server/commands/account/set-role';
import { importProducts } from '@/server/commands/imports/import-products';
import { reviewFields } from '@/server/commands/submissions/review-fields';
import { reindexBatch } from '@/server/commands/products/reindex-products';
import { reloadNotices } from '@/server/commands/reload-notices';
import { sayInEnglish } from '@/server/base/stored-text';
import { importDraft } from '@/server/import/import-draft';
import { presentMessage } from '@/server/presenters/letters';
import { checkLogEntries } from '@/server/queries/audit-entries';
import { listOpenMessages } from '@/server/queries/contact-messages';
import { countEmails } from '@/server/queries/emails';
import { writeCheckpoint } from '@/server/queries/operations';
import { pauseOutbox } from '@/server/queries/search/search-outbox';
import { define, nothing } from './command';
import { newsletterCommands } from './newsletter-commands';
import { settingsCommands } from './settings-commands';

/** Products per import request. The site stores them in several short transactions. */
const importBatchMax = 500;

const logEntriesPerPart = 1_000;

const importOutcome = z.union([
  z.object({ line: z.int(), outcome: z.literal('added') }),
  z.object({ line: z.int(), outcome: z.enum(['updated', 'listed']), reason: z.optional(z.string()) }),
  z.object({ line: z.int(), outcome: z.literal('skipped'), reason: z.string() }),
]);

/** The commands of the control socket, for the site that runs them and for the terminal commands that call them. */
export const controlCommands = {
  ping: define({ path: '/ping', request: nothing, answer: nothing, run: () => Promise.resolve({}) }),

  /** Writes what has changed to the files of the database. A copy of its folder starts from there. */
  checkpoint: define({
    path: '/checkpoint',
    request: nothing,
    answer: nothing,
    run: async ({ db }) => {
      await writeCheckpoint(db);
      return {};
    },
  }),

  /** The link with which somebody becomes the first admin. */
  setupLink: define({
    path: '/setup-link',
    request: nothing,
    answer: z.object({ link: z.nullable(z.string()) }),
    run: async (deps) => ({ link: (await findSetupLink(deps)) ?? null }),
  }),

  /** Has every process show the notices that its site file declares now. */
  reload: define({
    path: '/reload',
    request: nothing,
    answer: nothing,
    run: async (deps) => {
      await reloadNotices(deps);
      return {};
    },
  }),

  /** Follows a part of the moderation log's hashes. */
  log: define({
    path: '/log',
    request: z.object({ afterId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    answer: z.object({ lastId: z.nullable(z.string()), brokenId: z.nullable(z.string()) }),
    run: ({ db }, { afterId }) => checkLogEntries(db, { afterId, limit: logEntriesPerPart }),
  }),

  import: define({
    path: '/import',
    request: z.object({
      drafts: z.array(importDraft).check(z.maxLength(importBatchMax)),
      isDryRun: z.boolean(),
    }),
    answer: z.object({ outcomes: z.array(importOutcome) }),
    async run(deps, { drafts, isDryRun }) {
      const outcomes = await importProducts(deps, drafts, { isDryRun });
      return {
        outcomes: outcomes.map((outcome) =>
          'reason' in outcome && outcome.reason !== undefined
            ? { ...outcome, reason: sayInEnglish(outcome.reason) }
            : outcome,
        ),
      };
    },
  }),

  reindex: define({
    path: '/reindex',
    request: z.object({ afterId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    answer: z.object({ lastId: z.nullable(z.string()), hits: z.array(searchRecord) }),
    run: (deps, { afterId }) => reindexBatch(deps, afterId),
  }),

  pause: define({
    path: '/reindex/pause',
    /** Until when single changes are not sent to the external search index; null resumes sending. */
    request: z.object({ until: z.nullable(z.iso.datetime()) }),
    answer: nothing,
    run: async ({ db }, { until }) => {
      await pauseOutbox(db, until === null ? null : new Date(until));
      return {};
    },
  }),

  fields: define({
    path: '/fields',
    /** The content of a site file, and its name for messages. */
    request: z.object({ text: z.string(), name: z.string() }),
    answer: z.object({
      keys: z.array(
        z.object({
          key: z.string(),
          storedCount: z.int(),
          shownNowCount: z.int(),
          shownThenCount: z.int(),
          shownAs: z.nullable(z.string()),
          problem: z.nullable(z.string()),
        }),
      ),
    }),
    run: async (deps, file) => ({ keys: await reviewFields(deps, file) }),
  }),

  mail: define({
    path: '/mail',
    request: nothing,
    answer: z.object({
      waitingCount: z.int(),
      retriedCount: z.int(),
      givenUpCount: z.int(),
      oldestAt: z.nullable(z.iso.datetime()),
    }),
    run: async ({ db }) => {
      const { oldestAt, ...counts } = await countEmails(db);
      return { ...counts, oldestAt: oldestAt?.toISOString() ?? null };
    },
  }),

  /** The oldest messages of the contact form that wait: one more than the terminal shows. */
  messages: define({
    path: '/messages',
    request: nothing,
    answer: z.object({ messages: z.array(receivedMessage) }),
    run: async ({ db }) => ({
      messages: (await listOpenMessages(db, { limit: CONTACT_LIMITS.pageSize + 1 })).map(presentMessage),
    }),
  }),

  ...settingsCommands,
  ...newsletterCommands,

  erase: define({
    path: '/erase',
    request: z.object({ slug: z.string(), ground: z.enum(ERASURE_GROUNDS) }),
    answer: z.object({ name: z.string() }),
    run: async (deps, request) => ({ name: await eraseProductBySlug(deps, request) }),
  }),

  role: define({
    path: '/role',
    request: z.object({
      /** An email or `@handle`. */
      member: z.string(),
      role: z.enum(ROLES),
      /** The role to take away; without it, any role. */
      insteadOf: z.optional(z.enum(ROLES)),
    }),
    answer: z.object({ handle: z.string(), from: z.enum(ROLES), to: z.enum(ROLES) }),
    run: setRole,
  }),
};

export const controlResponse = z.union([
  z.object({ isError: z.literal(false), answer: z.unknown() }),
  z.object({ isError: z.literal(true), message: z.string() }),
]);

export const VERSION_MISMATCH =
  'This command and the running site are of different versions. Restart the site, then run the command again.';
