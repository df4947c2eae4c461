import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { AlternativesPage } from '@/components/products/alternatives-page';
import { RemovedProduct } from '@/components/products/alternatives-section';
import { call } from '@/lib/api/http';
import { listAlternativesCall } from '@/lib/contract/alternative';
import { listFieldsCall } from '@/lib/contract/field';
import { countFiltersCall } from '@/lib/contract/product-list';
import { nounSlug } from '@/lib/contract/plain/site';
import { type AlternativeList, alternativesPath, summarizeAlternatives } from '@/lib/pages/product-paths';
import { type FilterPanel, filtersIn, makeFilterPanel } from '@/lib/pages/filter-panel';
import { type LoadedPage, loadPage, queryValue, setFailureStatus } from '@/lib/pages/load-page';
import { filterFieldsOf } from '@/lib/search-facets';
import { site } from '@/lib/site';

type AlternativesPageProps = LoadedPage<
  AlternativeList & { after?: string; filters?: string; panel: FilterPanel | null }
>;

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
      const fields = filterFieldsOf((await call(listFieldsCall)).fields);
      const filters = filtersIn(fields, query);
      const [page, counts] = await Promise.all([
        call(listAlternativesCall, { params: { slug }, query: { filters, after } }),
        fields.length > 0 ? call(countFiltersCall, { query: { alternativesTo: slug, filters } }) : null,
      ]);
      const pathWith = (changed?: string) => alternativesPath(slug, { filters: changed });
      return {
        ...summarizeAlternatives(page),
        ...(filters !== undefined && { filters }),
        ...(after !== undefined && { after }),
        panel: counts && makeFilterPanel(fields, counts, { filters, pathWith }),
      };
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
