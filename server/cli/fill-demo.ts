import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { SOCIAL_PROVIDER_IDS } from '@/lib/contract/sign-in';
import { submission as submissionSchema } from '@/lib/contract/submission';
import { importProducts } from '@/server/commands/imports/import-products';
import { rejectProduct } from '@/server/commands/decisions/decide-product';
import { submitProduct } from '@/server/commands/submissions/submit-product';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { insertContactMessage } from '@/server/queries/contact-messages';
import {
  hasProducts,
  insertDemoAlternatives,
  insertDemoIdentities,
  insertDemoMembers,
  listProductIds,
  lockDemo,
  updateApprovals,
} from '@/server/queries/demo';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertUpvotes, updateUpvoteCounts } from '@/server/queries/reactions/upvotes';
import { countRecentUpvotes } from '@/server/queries/reactions/upvote-days';
import { readImport } from '@/server/import/formats/read-import';
import { DEMO_MEMBERS, DEMO_MODERATOR, LOCAL_ISSUER, localSubject } from '@/server/identity/identity-local';
import { DEMO_MESSAGE, DEMO_SUBMISSIONS } from './demo-submissions';
import { createExtrasReader } from '@/server/commands/imports/import-fields';
import { ImportRun } from './import-run';

/** Older than every product. */
const memberAgeHours = 400 * 24;
const oldestProductDays = 365;
/** The smaller, the more products are of the last days. With 207 products, 34 are of the last week. */
const densityDays = 8;
/** Upvotes come within this time, most of them early. */
const upvoteDays = 10;
/** The number of members with submissions, and the share of the products that they submitted. The rest is imported. */
const submitterCount = 12;
const submittedShare = 0.7;

/** Names of listed tools. In the demo, each two of a line are alternatives to each other. */
const DEMO_ALTERNATIVES: readonly (readonly string[])[] = [
  ['React', 'Vue.js', 'Angular', 'Svelte', 'Preact'],
  ['Vite', 'webpack', 'esbuild'],
  ['Playwright', 'Cypress', 'Selenium'],
  ['Vitest', 'Jest'],
  ['Figma', 'Penpot'],
  ['Vercel', 'Netlify'],
  ['npm', 'pnpm', 'Bun'],
];

/** Names of pairs that wait for a moderator, and the handle of the member who suggested them. */
const DEMO_PROPOSALS = [
  { names: ['Tailwind CSS', 'Bootstrap'], proposer: 'ada-birch' },
  { names: ['React', 'Vite'], proposer: 'bo-birch' },
] as const;

type DemoDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;

/**
 * Fills an empty database with demo content: real tools, imported, and made-up members with their upvotes. Uses one
 * transaction, so that an interrupted start leaves no partial content.
 *
 * @returns the number of listed products; 0 when the database was not empty.
 */
export async function fillDemo({ db, env, now, textWorkers }: DemoDeps): Promise<number> {
  return db.transaction(async (tx) => {
    await lockDemo(tx);
    if (await hasProducts(tx)) return 0;
    await importTools({ db: tx, env, now, textWorkers });
    const startedAt = now();
    const productIds = await listProductIds(tx);
    const createdAt = hoursBefore(startedAt, memberAgeHours);
    const members = await insertDemoMembers(
      tx,
      DEMO_MEMBERS.map((member) => ({ ...member, createdAt })),
    );
    await insertDemoIdentities(tx, identitiesOf(members, createdAt));
    const memberIds = [...members.values()];
    const shuffled = productIds.toSorted((a, b) => fractionOf('age', a) - fractionOf('age', b));
    const approvals = shuffled.map((id, index) => ({
      id,
      approvedAt: hoursBefore(startedAt, ageHours((index + 0.5) / shuffled.length)),
      submitterId: submitterOf(id, memberIds.slice(0, submitterCount)),
    }));
    await updateApprovals(tx, approvals);
    const upvotes = approvals.flatMap(({ id, approvedAt, submitterId }) =>
      memberIds
        .filter((memberId) => hasUpvoted(memberId, id))
        .map((memberId) => ({
          productId: id,
          userId: memberId,
          createdAt: upvotedAt(memberId, id, approvedAt),
          countsInRanking: memberId !== submitterId,
        }))
        .filter(({ createdAt }) => createdAt <= startedAt),
    );
    await insertUpvotes(tx, upvotes);
    await updateUpvoteCounts(tx, productIds);
    await countRecentUpvotes(tx, startedAt);
    // Search documents contain the upvote counts.
    await refreshSearchDocuments(tx, env.fields, productIds);
    await insertDemoAlternatives(tx, alternativesOf(members), hoursBefore(startedAt, 30));
    const viewerOf = viewerFrom(members);
    await submitAll({ db: tx, env, startedAt, textWorkers, viewerOf });
    await insertContactMessage(tx, { ...DEMO_MESSAGE, createdAt: hoursBefore(startedAt, 5) });
    return productIds.length;
  });
}

async function importTools(deps: Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>): Promise<void> {
  const file = createReadStream(fileURLToPath(new URL('./demo-tools.csv', import.meta.url)), 'utf8');
  const run = new ImportRun({
    importBatch: (drafts) => importProducts(deps, drafts, { isDryRun: false }),
    readExtras: createExtrasReader(deps.env.fields, []),
  });
  await run.importAll(readImport('csv', file), () => false);
  const first = [...run.skipped.values()][0]?.first[0];
  // Another site file may declare other fields, so a value that does not fit is no mistake here.
  if (first) throw new Error(`Line ${first.line} of demo-tools.csv was skipped: ${first.reason}`);
}

/** One identity per provider, so that both sign-in buttons lead to the same account. */
function identitiesOf(members: ReadonlyMap<string, string>, createdAt: Date) {
  return DEMO_MEMBERS.flatMap(({ handle, email }) =>
    SOCIAL_PROVIDER_IDS.flatMap((provider) => {
      const userId = members.get(handle);
      if (userId === undefined) return [];
      const subject = localSubject(provider, handle);
      const identity = { issuer: LOCAL_ISSUER, subject, userId, provider, email, isEmailVerified: true };
      return [{ ...identity, createdAt, lastUsedAt: createdAt }];
    }),
  );
}

function alternativesOf(members: ReadonlyMap<string, string>) {
  const listed = DEMO_ALTERNATIVES.flatMap((names) =>
    names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other] as const)),
  );
  const memberIds = [...members.values()];
  return [
    ...listed.map((names) => {
      const appeal = fractionOf('pair', ...names) * 0.15;
      const voterIds = memberIds.filter((id) => fractionOf('agree', id, ...names) < appeal);
      return { names, status: 'approved' as const, proposerId: null, voterIds };
    }),
    ...DEMO_PROPOSALS.map(({ names, proposer }) => {
      const proposerId = members.get(proposer) ?? null;
      return { names, status: 'pending' as const, proposerId, voterIds: [] };
    }),
  ];
}

type SubmitAll = Pick<Deps, 'db' | 'env' | 'textWorkers'> & {
  startedAt: Date;
  viewerOf: (handle: string) => Viewer;
};

/** Submits and rejects the demo submissions with the same commands that members and moderators use. */
async function submitAll({ startedAt, viewerOf, ...parts }: SubmitAll): Promise<void> {
  for (const { submitter, submittedHoursAgo, rejection, submission } of DEMO_SUBMISSIONS) {
    const submittedAt = hoursBefore(startedAt, submittedHoursAgo);
    const deps = { ...parts, now: () => submittedAt, resolveHost: askNobody };
    const id = await submitProduct(deps, viewerOf(submitter), submissionSchema.parse(submission));
    if (rejection !== undefined) await rejectProduct(deps, viewerOf(DEMO_MODERATOR), { id }, rejection);
  }
}

/** The demo starts without a network. */
const askNobody = () => Promise.resolve([]);

const viewerFrom =
  (members: ReadonlyMap<string, string>) =>
  (handle: string): Viewer => {
    const userId = members.get(handle);
    if (userId === undefined) throw new Error(`The demo has no member ${handle}`);
    const at = new Date(0);
    return {
      ...{ userId, sessionId: '', role: 'member', signedInAt: at, createdAt: at },
      ...{ isBanned: false, isSuspended: false, isLeaving: false, suspendedUntil: null },
    };
  };

const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * HOUR_MS);

/** A number from 0 to 1, always the same for the same words. */
function fractionOf(...words: string[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

/** @param quantile the share of the products that are younger. */
const ageHours = (quantile: number) =>
  (densityDays * ((1 + oldestProductDays / densityDays) ** quantile - 1) * DAY_MS) / HOUR_MS;

function submitterOf(productId: string, memberIds: readonly string[]): string | null {
  const place = fractionOf('submitter', productId) / submittedShare;
  return memberIds[Math.floor(place * memberIds.length)] ?? null;
}

const upvotedAt = (memberId: string, productId: string, approvedAt: Date) =>
  new Date(approvedAt.getTime() + fractionOf('when', memberId, productId) ** 2 * upvoteDays * DAY_MS);

/** Cubed, so that few products have many upvotes and most have few. */
const hasUpvoted = (memberId: string, productId: string) =>
  fractionOf('vote', memberId, productId) < fractionOf('appeal', productId) ** 3 * 0.9;
