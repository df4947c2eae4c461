import { Breadcrumb } from '@/components/layout/breadcrumb';
import { Page } from '@/components/layout/page';
import { EmptyState } from '@/components/ui/empty-state';
import { useAlternatives } from '@/hooks/use-alternatives';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { useUser } from '@/hooks/use-user';
import { rankAfter } from '@/lib/contract/plain/ranking';
import { type AlternativeList, type AlternativeSummary, alternativesPath } from '@/lib/pages/alternatives';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { UPVOTES_MEAN, useCompareNote } from './alternatives-section';
import { PagedList } from './paged-list';
import { SuggestSection } from './suggest-section';

const loadTools = async () => (await import('./remove-alternatives')).RemoveAlternatives;

/** Only moderators load it. */
function ModeratorTools({ products }: { products: readonly AlternativeSummary[] }) {
  const { user } = useUser();
  const isModerator = products.length > 0 && user !== undefined && user.role !== 'member';
  const { Component } = useLazyComponent(loadTools, isModerator ? 1 : 0);
  return Component && isModerator ? <Component products={products} /> : null;
}

type AlternativesPageProps = AlternativeList & { after?: string };

/** All alternatives to a public product. Search engines index it once there are some. */
export function AlternativesPage({ subject, after, ...firstPage }: AlternativesPageProps) {
  const { slug, name = '' } = subject;
  const pager = useAlternatives({ subject, ...firstPage });
  const products = pager.products ?? firstPage.products;
  const note = useCompareNote(subject);
  const title = `Alternatives to ${name}`;
  return (
    <Page
      title={title}
      description={`The best alternatives to ${name}, found and upvoted by the members of ${site.name}.`}
      canonicalPath={products.length > 0 ? alternativesPath(slug, { after }) : undefined}
    >
      <Breadcrumb
        above={[
          { label: 'Home', href: '/' },
          { label: name, href: productPath(slug) },
        ]}
        current="Alternatives"
      />
      <h1 className="mt-4 text-2xl font-extrabold wrap-anywhere">
        Alternatives to <bdi>{name}</bdi>
      </h1>
      <p className="mt-2 mb-4 text-muted">Suggested by members. {UPVOTES_MEAN}</p>
      {products.length > 0 ? (
        <PagedList
          products={products}
          firstRank={after === undefined ? 1 : rankAfter(after)}
          alternativeTo={name}
          note={note}
          pager={pager}
          nextPagePath={firstPage.nextCursor && alternativesPath(slug, { after: firstPage.nextCursor })}
        />
      ) : (
        <EmptyState title="No alternatives yet">Do you know one? Suggest it below.</EmptyState>
      )}
      <SuggestSection subject={{ ...subject, name }} />
      <ModeratorTools products={products} />
    </Page>
  );
}
