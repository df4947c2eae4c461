import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { TagIndex } from '@/components/tags/tag-index';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/api/http';
import { listTagsCall } from '@/lib/contract/tag';
import { type LoadedPage, loadPage } from '@/lib/pages/load-page';
import { groupTagsByLetter, type TagGroup } from '@/lib/tag-groups';
import { t } from '@/lib/texts/texts';

type TagsPageProps = LoadedPage<{ groups: TagGroup[] }>;

export const getServerSideProps: GetServerSideProps<TagsPageProps> = ({ res }) =>
  loadPage(res, async () => ({ groups: groupTagsByLetter((await call(listTagsCall)).tags) }));

export default function TagsPage(loaded: TagsPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { groups } = loaded.content;
  return (
    <Page
      title={t('list.allTags', 'All tags')}
      description={t('tagIndex.description', 'All tags on {siteName}, from A to Z.')}
      canonicalPath="/tags"
      markdownOf="/tags"
    >
      <h1 className="text-xl font-extrabold md:text-2xl">{t('list.allTags', 'All tags')}</h1>
      {groups.length > 0 ? (
        <TagIndex groups={groups} />
      ) : (
        <EmptyState icon="tag" title={t('tagIndex.empty', 'No tags yet')}>
          {t('tagIndex.emptyHelp', 'Every {noun} has a few tags. They will be listed here.')}
        </EmptyState>
      )}
    </Page>
  );
}
