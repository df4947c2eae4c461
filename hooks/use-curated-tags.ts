import { useViewerData } from './use-viewer-data';
import { call, unlessGone } from '@/lib/api/http';
import {
  addSynonymCall,
  type CuratedTag,
  describeTagCall,
  hideTagCall,
  listCuratedTagsCall,
  nestTagCall,
  removeSynonymCall,
  renameTagCall,
  showTagCall,
  type TagListState,
} from '@/lib/contract/tag-curation';
import { mergeTagCall } from '@/lib/contract/tag-merge';
import { useAnnouncedAttempt } from './use-attempt';
import { useDebounced } from './use-combobox';
import { useModeratorList } from './use-moderator-list';
import { t } from '@/lib/texts/texts';

const searchDelayMs = 250;

/** The tags whose slug begins with what is typed, and what moderators do with them. */
export function useCuratedTags(typed: string, state: TagListState) {
  const q = useDebounced(typed.trim(), searchDelayMs);
  const { pages, ...list } = useModeratorList(
    `tags ${state} ${q}`,
    (after) => call(listCuratedTagsCall, { query: { q, state, after } }),
    // A form that is open stays open while its tag is in the list.
    { keepsPrevious: true },
  );
  return {
    tags: pages?.flatMap(({ tags }) => tags),
    list,
  };
}

/**
 * Changes of one tag, each with a toast that says its outcome. Once the list shows it, they resolve to whether the server
 * has accepted the change.
 */
export function useTagChanges({ id, name }: CuratedTag, refresh: () => Promise<void>) {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const change = async (send: () => Promise<unknown>, outcome: string): Promise<boolean> => {
    const isDone = await announce(async () => {
      await send();
      return outcome;
    });
    await refresh();
    return isDone;
  };
  return {
    isChanging: isUnderWay,
    rename: (to: { name: string; slug: string }) =>
      change(
        () => call(renameTagCall, { params: { id }, body: to }),
        t('curatedTag.renamed', '{name} is now {newName}.', { name, newName: to.name }),
      ),
    describe: (description: string) =>
      change(
        () => call(describeTagCall, { params: { id }, body: { description } }),
        t('curatedTag.described', '{name} is described.', { name }),
      ),
    addSynonym: (synonym: string) =>
      change(
        () => call(addSynonymCall, { params: { id }, body: { name: synonym } }),
        t('curatedTag.synonymAdded', '{synonym} leads to {name} now.', { synonym, name }),
      ),
    removeSynonym: (synonym: { slug: string; name: string }) =>
      change(
        () => unlessGone(call(removeSynonymCall, { params: { id, slug: synonym.slug } })),
        t('curatedTag.synonymRemoved', '{synonym} is no longer a synonym of {name}.', {
          synonym: synonym.name,
          name,
        }),
      ),
    nest: (parent: { id: string; name: string } | null) =>
      change(
        () => call(nestTagCall, { params: { id }, body: { parentId: parent?.id ?? null } }),
        parent
          ? t('curatedTag.nested', '{name} is below {parent} now.', { name, parent: parent.name })
          : t('curatedTag.unnested', '{name} is below no other tag now.', { name }),
      ),
    merge: (target: { id: string; name: string }) =>
      change(
        () => call(mergeTagCall, { params: { id }, body: { intoId: target.id } }),
        t('merge.done', '{name} is merged into {target}. You can undo that under “Merges”.', {
          name,
          target: target.name,
        }),
      ),
    setHidden: (isHidden: boolean) =>
      change(
        () => (isHidden ? call(hideTagCall, { params: { id } }) : call(showTagCall, { params: { id } })),
        isHidden
          ? t('curatedTag.nowHidden', '{name} is hidden.', { name })
          : t('curatedTag.nowShown', '{name} is shown again.', { name }),
      ),
  };
}

export function useTagChoices(typed: string) {
  const q = useDebounced(typed.trim(), searchDelayMs);
  const { data, error, isLoading } = useViewerData(
    q !== '' ? ['tag choices', q] : null,
    async () => (await call(listCuratedTagsCall, { query: { q } })).tags,
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  // The tags of an earlier text are no answer to this one.
  const choices = q === '' || !data || error ? [] : data;
  return { choices, error, isLoading: isLoading || q !== typed.trim() };
}
