import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/failure-page';
import { AlternativesPage } from '@/components/products/alternatives-page';
import { RemovedProduct } from '@/components/products/alternatives-section';
import { listAlternatives } from '@/lib/api/alternatives';
import { nounSlug } from '@/lib/contract/plain/site';
import { type AlternativeList, alternativesPath, summarizeAlternatives } from '@/lib/pages/alternatives';
import { type LoadedPage, loadPage, queryValue, setFailureStatus } from '@/lib/pages/load-page';
import { site } from '@/lib/site';

type AlternativesPageProps = LoadedPage<AlternativeList & { after?: string }>;

export const getServerSideProps: GetServerSideProps<AlternativesPageProps> = async ({
  params,
  query,
  res,
}) => {
  const slug = queryValue(params?.slug);
  if (!slug || params?.noun !== nounSlug(site.noun)) return { notFound: true };
  const after = queryValue(query.after);
  const page = await loadPage(
    res,
    async () => {
      const list = summarizeAlternatives(await listAlternatives(slug, { after }));
      return { ...list, ...(after !== undefined && { after }) };
    },
    alternativesPath,
  );
  if ('props' in page && 'content' in page.props && page.props.content.subject.status === 'removed') {
    setFailureStatus(res, 'gone');
  }
  return page;
};

export default function ProductAlternativesPage(loaded: AlternativesPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;
  const { content } = loaded;
  return content.subject.status === 'removed' ? (
    <RemovedProduct alternatives={content} />
  ) : (
    <AlternativesPage key={content.subject.id} {...content} />
  );
}
