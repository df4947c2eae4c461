import { useRouter } from 'next/router';
import { ModeratorList } from '@/components/moderation/moderator-list';
import { PageEditor } from '@/components/moderation/pages/page-editor';
import { PLACES } from '@/components/moderation/pages/page-places';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useOwnPages } from '@/hooks/use-own-pages';
import type { OwnPageFacts } from '@/lib/contract/own-page';
import { formatMinute } from '@/lib/format/figures';
import { t } from '@/lib/texts/texts';

const PATH = '/moderation/pages';

/** The pages that admins have written, and the form for each. */
export default function OwnPages() {
  const { query, push } = useRouter();
  const { id } = query;
  const open = (path: string) => void push(path);
  if (typeof id !== 'string') return <PageList />;
  return (
    <PageEditor
      // The key makes React mount a new form, without what was typed in the one before.
      key={id}
      id={id === 'new' ? undefined : id}
      onCreated={(page) => open(`${PATH}?id=${page.id}`)}
      onDeleted={() => open(PATH)}
    />
  );
}

function PageList() {
  const list = useOwnPages();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'ownPages.about',
          'Pages in your own words, such as about, imprint or guidelines. They are public once they are published, and the site has each change within a second.',
        )}
      </p>
      <p className="mt-4">
        <a href={`${PATH}?id=new`} className={buttonClasses()}>
          {t('ownPages.write', 'Write a page')}
        </a>
      </p>
      <ModeratorList
        failed={t('ownPages.notLoaded', "We couldn't load the pages")}
        list={list}
        items={list.pages}
        empty={
          <EmptyState icon="pencil" title={t('ownPages.none', 'No pages yet')}>
            {t('ownPages.noneYet', 'Begin with a page that says who runs the site.')}
          </EmptyState>
        }
      >
        {(page) => <PageItem key={page.id} page={page} />}
      </ModeratorList>
    </>
  );
}

const PageItem = ({ page: { id, title, slug, place, isPublished, updatedAt } }: { page: OwnPageFacts }) => (
  <li className="rounded-card border border-line p-5">
    <h3 dir="auto" className="text-page-start font-semibold wrap-anywhere">
      <a href={`${PATH}?id=${id}`}>{title}</a>
    </h3>
    <p className="mt-1 text-sm text-muted wrap-anywhere">
      {isPublished
        ? t('ownPages.published', 'Published at /{slug} · {place} · changed {when}', {
            ...{ slug, place: PLACES[place] },
            when: formatMinute(updatedAt),
          })
        : t('ownPages.draft', 'Draft of /{slug} · {place} · changed {when}', {
            ...{ slug, place: PLACES[place] },
            when: formatMinute(updatedAt),
          })}
    </p>
  </li>
);
