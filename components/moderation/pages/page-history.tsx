import { ModeratorList, sayWhenAndWho } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { hidden } from '@/components/ui/visually-hidden';
import { useOwnPageVersions } from '@/hooks/use-own-pages';
import type { OwnPage, OwnPageVersion } from '@/lib/contract/own-page';
import { formatMinute } from '@/lib/format/figures';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type PageHistoryProps = { page: OwnPage; onRestored: () => void };

/** The versions of a page, newest first. An earlier one can be brought back. */
export function PageHistory({ page, onRestored }: PageHistoryProps) {
  const { versions, list, isUnderWay, failure, restore } = useOwnPageVersions(page);
  return (
    <>
      <h2 className="mt-10 text-lg font-bold">
        {t('ownPages.history', 'History' /* heading: the versions of a page */)}
      </h2>
      {failure && (
        <p role="alert" className="mt-4 text-danger">
          {failure.message}
        </p>
      )}
      <ModeratorList
        isOrdered
        failed={t('ownPages.historyNotLoaded', "We couldn't load the history of the page")}
        showing={(count) =>
          t(
            'ownPages.historyShowing',
            '{count, plural, one {Showing # version} other {Showing # versions}}',
            {
              count,
            },
          )
        }
        list={list}
        items={versions}
        empty={null}
      >
        {(version) => (
          <VersionItem
            key={version.version}
            version={version}
            isCurrent={version.version === page.version}
            isBusy={isUnderWay}
            onRestore={() => void restore(version.version).then((isBack) => isBack && onRestored())}
          />
        )}
      </ModeratorList>
    </>
  );
}

const BEGINNING_CHARS = 300;

/** Enough to tell versions apart. */
function beginningOf(body: string): string {
  const chars = [...body];
  return chars.length > BEGINNING_CHARS ? `${chars.slice(0, BEGINNING_CHARS).join('')} …` : body;
}

type VersionItemProps = {
  version: OwnPageVersion;
  isCurrent: boolean;
  isBusy: boolean;
  onRestore: () => void;
};

function VersionItem({ version: shown, isCurrent, isBusy, onRestore }: VersionItemProps) {
  const { version, title, slug, body, isPublished, restored, createdAt, authorHandle } = shown;
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold">
        {restored === null
          ? t('ownPages.version', 'Version {version}' /* a heading */, { version: String(version) })
          : t('ownPages.restored', 'Version {version}: version {restored} again' /* a heading */, {
              ...{ version: String(version), restored: String(restored) },
            })}
      </h3>
      <p className="mt-1 text-sm text-muted">{sayWhenAndWho(formatMinute(createdAt), authorHandle)}</p>
      <p dir="auto" className="mt-1 text-page-start wrap-anywhere">
        {isPublished
          ? t('ownPages.versionPublished', '{title} · published at /{slug}', { title, slug })
          : t('ownPages.versionDraft', '{title} · draft of /{slug}', { title, slug })}
      </p>
      <p dir="auto" className="mt-2 text-page-start whitespace-pre-line wrap-anywhere text-muted">
        {beginningOf(body)}
      </p>
      {!isCurrent && (
        <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onRestore()} className="mt-4">
          {rich('ownPages.restore', 'Bring back<hidden> version {version}</hidden>', {
            ...{ hidden, version: String(version) },
          })}
        </Button>
      )}
    </li>
  );
}
