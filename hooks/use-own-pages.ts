import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import {
  changeOwnPageCall,
  createOwnPageCall,
  deleteOwnPageCall,
  listOwnPagesCall,
  listOwnPageVersionsCall,
  type OwnPage,
  type OwnPageInput,
  previewOwnPageCall,
  readOwnPageCall,
  restoreOwnPageCall,
} from '@/lib/contract/own-page';
import { t } from '@/lib/texts/texts';
import { useAttempt } from './use-attempt';
import { useModeratorList } from './use-moderator-list';
import { useViewerData } from './use-viewer-data';

const SAVED = () => t('settings.saved', 'Saved. The whole site has it within a second.');

/** The pages that admins have written, in the order of their links. */
export function useOwnPages() {
  const { data, error, refresh } = useViewerData(
    ['own pages'],
    async () => (await call(listOwnPagesCall)).pages,
    { revalidateOnFocus: false },
  );
  return { pages: data, error, refresh };
}

/** A page in the owner's words, as the editor shows it. @param id undefined for a new page. */
export function useOwnPage(id: string | undefined) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate, refresh } = useViewerData<OwnPage>(
    id === undefined ? null : ['own page', id],
    async () => (await call(readOwnPageCall, { params: { id: id ?? '' } })).page,
    { revalidateOnFocus: false },
  );
  return {
    page: data,
    error,
    refresh,
    isUnderWay,
    failure,
    /** Resolves to whether the page is saved. After a conflict, what was typed stays, and `page` is what others have saved. */
    async save(input: OwnPageInput, basedOn: number, onCreated: (created: OwnPage) => void) {
      const isSaved = await attempt(async () => {
        if (id === undefined) onCreated((await call(createOwnPageCall, { body: input })).page);
        else {
          const { page } = await call(changeOwnPageCall, { params: { id }, body: { ...input, basedOn } });
          await mutate(page, { revalidate: false });
        }
      });
      if (isSaved) void showToast('success', SAVED());
      else if (id !== undefined) await refresh();
      return isSaved;
    },
    /** Resolves to whether the page is deleted. */
    async remove() {
      const isDeleted = await attempt(async () => {
        await call(deleteOwnPageCall, { params: { id: id ?? '' } });
      });
      if (isDeleted) void showToast('success', t('ownPages.deleted', 'The page is deleted.'));
      return isDeleted;
    },
  };
}

/** The versions of a page that are kept, newest first. */
export function useOwnPageVersions({ id, version: current }: OwnPage) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { pages, ...list } = useModeratorList(`own page ${id} ${current}`, (after) =>
    call(listOwnPageVersionsCall, { params: { id }, query: { after } }),
  );
  return {
    versions: pages?.flatMap(({ versions }) => versions),
    list,
    isUnderWay,
    failure,
    /** Resolves to whether the version is back. */
    restore: async (version: number) => {
      const isBack = await attempt(async () => {
        const params = { id, version: String(version) };
        await call(restoreOwnPageCall, { params, body: { basedOn: current } });
      });
      if (isBack) void showToast('success', SAVED());
      return isBack;
    },
  };
}

/** The HTML of a text. Undefined while it is loading. */
export function usePagePreview(body: string) {
  const { data, error, refresh } = useViewerData(
    ['own page preview', body],
    async () => (await call(previewOwnPageCall, { body: { body } })).html,
    { revalidateOnFocus: false },
  );
  return { html: data, error, refresh };
}
