import { OWN_PAGE_LIMITS, type OwnPage, type OwnPageInput } from '@/lib/contract/own-page';
import { t, text } from '@/lib/texts/texts';
import { ApiError } from '@/server/base/errors';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import {
  countOwnPages,
  deleteOwnPage,
  findOwnPage,
  findOwnPageVersion,
  insertOwnPage,
  insertOwnPageVersion,
  listOwnPageVersions,
  lockOwnPages,
  updateOwnPage,
} from '@/server/queries/own-pages';
import { noteSiteChange } from '@/server/queries/public-changes';
import { findSlugFault } from './page-slug';

type PageDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;
type By = Pick<Viewer, 'userId'>;

const noPage = () => new ApiError('not_found', text('page.missing', 'There is no such page.'));

/** @throws ApiError `bad_request` naming `body` for a text that takes too long to format. */
export const renderOwnPage = ({ textWorkers }: Pick<Deps, 'textWorkers'>, body: string): Promise<string> =>
  textWorkers.renderPage(body);

/** @throws ApiError `bad_request` naming `slug`; `conflict` when there are too many pages. */
export async function createOwnPage(deps: PageDeps, by: By, input: OwnPageInput): Promise<OwnPage> {
  const html = await renderOwnPage(deps, input.body);
  return deps.db.transaction(async (tx) => {
    await lockOwnPages(tx);
    if ((await countOwnPages(tx)) >= OWN_PAGE_LIMITS.pagesMax)
      throw new ApiError(
        'conflict',
        text('ownPage.tooMany', 'A site can have {pagesMax} such pages. Delete a page first.', {
          pagesMax: OWN_PAGE_LIMITS.pagesMax,
        }),
      );
    await requireSlug({ ...deps, db: tx }, input.slug);
    const at = deps.now();
    const id = await insertOwnPage(tx, { ...input, html, version: 1, at });
    await noteVersion(tx, by, {
      ...input,
      pageId: id,
      version: 1,
      action: 'page.create',
      restored: null,
      at,
    });
    return requirePage(tx, id);
  });
}

/**
 * Stores the page as a new version, which holds in every process within a second. Without a difference, nothing is written.
 *
 * @throws ApiError `not_found`, `bad_request` naming `slug`, and `conflict` when somebody has changed the page since the version that
 *   the change is based on: `fields` names what differs.
 */
export async function changeOwnPage(
  deps: PageDeps,
  by: By,
  { id, basedOn, input }: { id: string; basedOn: number; input: OwnPageInput },
): Promise<OwnPage> {
  const html = await renderOwnPage(deps, input.body);
  return deps.db.transaction(async (tx) => {
    const current = await lockCurrent(tx, id, basedOn);
    return store({ ...deps, db: tx }, by, { current, input, html, restored: null });
  });
}

/** Stores an earlier version as a new one. @throws ApiError as {@link changeOwnPage}. */
export async function restoreOwnPage(
  deps: PageDeps,
  by: By,
  { id, version, basedOn }: { id: string; version: number; basedOn: number },
): Promise<OwnPage> {
  const found = await findOwnPageVersion(deps.db, id, version);
  if (!found)
    throw new ApiError('not_found', text('ownPage.versionGone', 'This version of the page is not kept.'));
  const html = await renderOwnPage(deps, found.body);
  const { slug, title, body, place, position, isPublished } = found;
  const input = { slug, title, body, place, position, isPublished };
  return deps.db.transaction(async (tx) => {
    const current = await lockCurrent(tx, id, basedOn);
    return store({ ...deps, db: tx }, by, { current, input, html, restored: version });
  });
}

/** Deletes the page with its history. Safe to repeat: only the first call writes an entry in the log. */
export async function removeOwnPage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: By,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const page = await deleteOwnPage(tx, id);
    if (!page) return;
    const details = { path: `/${page.slug}`, title: page.title };
    await logAction(tx, by, { action: 'page.delete', details, createdAt: now() });
    await noteSiteChange(tx);
  });
}

async function requirePage(db: Deps['db'], id: string): Promise<OwnPage> {
  const page = await findOwnPage(db, id);
  if (!page) throw noPage();
  return page;
}

async function requireSlug(deps: Pick<Deps, 'db' | 'env'>, slug: string, pageId?: string): Promise<void> {
  const fault = await findSlugFault(deps, slug, pageId);
  if (fault === undefined) return;
  throw new ApiError('bad_request', text('ownPage.refused', "The page can't have this path."), {
    fields: { slug: fault },
  });
}

const PARTS = ['slug', 'title', 'body', 'place', 'position', 'isPublished'] as const;

async function lockCurrent(tx: Deps['db'], id: string, basedOn: number): Promise<OwnPage> {
  await lockOwnPages(tx);
  const current = await requirePage(tx, id);
  if (current.version === basedOn) return current;
  const [last] = await listOwnPageVersions(tx, { pageId: id, limit: 1 });
  const seen = await findOwnPageVersion(tx, id, basedOn);
  const changed = PARTS.filter((part) => seen?.[part] !== current[part]);
  const sentence = t('ownPage.differs', '@{author} has changed it since you opened this page.', {
    author: last?.authorHandle ?? '',
  });
  throw new ApiError(
    'conflict',
    text('ownPage.changedMeanwhile', 'Somebody has changed this page since you opened it.'),
    { fields: Object.fromEntries(changed.map((part) => [part, sentence])) },
  );
}

type Stored = { current: OwnPage; input: OwnPageInput; html: string; restored: number | null };

async function store(
  deps: Pick<PageDeps, 'db' | 'env' | 'now'>,
  by: By,
  { current, input, html, restored }: Stored,
): Promise<OwnPage> {
  const { db: tx } = deps;
  if (PARTS.every((part) => current[part] === input[part])) return current;
  // A path that a newer version or another noun has taken may stay.
  if (input.slug !== current.slug) await requireSlug(deps, input.slug, current.id);
  const [version, at] = [current.version + 1, deps.now()];
  await updateOwnPage(tx, current.id, { ...input, html, version, at });
  const action = restored === null ? 'page.change' : 'page.restore';
  await noteVersion(tx, by, { ...input, pageId: current.id, version, action, restored, at });
  return requirePage(tx, current.id);
}

type Noted = OwnPageInput & {
  pageId: string;
  version: number;
  action: 'page.create' | 'page.change' | 'page.restore';
  restored: number | null;
  at: Date;
};

/** Keeps the version, with its entry in the log, and has every process learn of it. */
async function noteVersion(tx: Deps['db'], by: By, { action, ...noted }: Noted): Promise<void> {
  const { slug, title, version, at } = noted;
  const details = { path: `/${slug}`, title, version: String(version) };
  const entryId = await logAction(tx, by, { action, details, createdAt: at });
  await insertOwnPageVersion(tx, { ...noted, entryId });
  await noteSiteChange(tx);
}
