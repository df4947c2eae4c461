import { useState } from 'react';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import {
  changeSettingsCall,
  checkSettingsCall,
  type ChangedSetting,
  findSettingsCall,
  listSettingsVersionsCall,
  type Setting,
  type Settings,
  undoSettingsCall,
} from '@/lib/contract/setting';
import { tidyList } from '@/lib/pages/setting-values';
import { t } from '@/lib/texts/texts';
import { useAttempt } from './use-attempt';
import { useModeratorList } from './use-moderator-list';
import { useViewerData } from './use-viewer-data';

const SAVED = () => t('settings.saved', 'Saved. The whole site has it within a second.');

/** The settings of one group, what is typed and not saved yet, and what saving it would do. For admins. */
export function useSettings(group: Setting['group']) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  /** What the server says that the drafts change. Undefined until they are checked. */
  const [checked, setChecked] = useState<readonly ChangedSetting[]>();
  const { data, error, mutate, refresh } = useViewerData<Settings>(
    ['settings'],
    () => call(findSettingsCall),
    {
      revalidateOnFocus: false,
    },
  );
  const settings = data?.settings.filter((setting) => setting.group === group);
  const changes = (settings ?? []).flatMap(({ name, kind, stored }) => {
    const typed = drafts[name];
    const draft = kind === 'lines' && typed !== undefined ? tidyList(typed) : typed?.trim();
    return draft === undefined || draft === (stored ?? '') ? [] : [{ name, value: draft || null }];
  });
  return {
    settings,
    /** Why a stored version does not hold. */
    fault: data?.fault ?? undefined,
    error,
    refresh,
    drafts,
    hasChanges: changes.length > 0,
    checked,
    isUnderWay,
    failure,
    edit(name: string, value: string) {
      setDrafts((before) => ({ ...before, [name]: value }));
      setChecked(undefined);
    },
    editOn: () => setChecked(undefined),
    discard: () => {
      setDrafts({});
      setChecked(undefined);
    },
    /** Resolves to whether the drafts can be saved. */
    check: () =>
      attempt(async () => {
        const { changes: found } = await call(checkSettingsCall, { body: { changes } });
        setChecked(found);
      }),
    /** Resolves to whether the drafts are saved. After a conflict, the drafts stay, beside what others have saved. */
    async save(note: string) {
      const isSaved = await attempt(async () => {
        const saved = await call(changeSettingsCall, {
          body: { basedOn: data?.version ?? 0, changes, note },
        });
        await mutate(saved, { revalidate: false });
        setDrafts({});
      });
      setChecked(undefined);
      await (isSaved ? showToast('success', SAVED()) : refresh());
      return isSaved;
    },
  };
}

/** The changes of the settings, newest first. */
export function useSettingsHistory() {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { pages, ...list } = useModeratorList('settings', (after) =>
    call(listSettingsVersionsCall, { query: { after } }),
  );
  return {
    versions: pages?.flatMap(({ versions }) => versions),
    list,
    isUnderWay,
    failure,
    /** Resolves to whether the version is undone. */
    undo: async (version: number) => {
      const isUndone = await attempt(async () => {
        const params = { version: String(version) };
        await call(undoSettingsCall, { params, body: { basedOn: pages?.[0]?.version ?? 0 } });
      });
      await list.refresh();
      if (isUndone) await showToast('success', SAVED());
      return isUndone;
    },
  };
}
