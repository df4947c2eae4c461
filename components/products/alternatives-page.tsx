import { Breadcrumb, Page } from '@/components/layout/page';
import type { SuggestedTo } from '@/components/products/forms/suggest-form';
import { ActiveFilters, FilterSections } from '@/components/products/lists/list-filters';
import { PagedList } from '@/components/products/lists/products';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { MissingPart } from '@/components/ui/missing-part';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { usePages } from '@/hooks/use-pages';
import { useSessionToken, useUser } from '@/hooks/use-user';
import { useSignIn } from '@/hooks/use-sign-in';
import { callLazily } from '@/lib/api/lazy-call';
import { rankAfter } from '@/lib/contract/plain/ranking';
import {
  type AlternativeList,
  alternativesPath,
  type AlternativeSummary,
  suggestPath,
  summarizeAlternatives,
} from '@/lib/pages/product-paths';
import type { FilterPanel } from '@/lib/pages/filter-panel';
import { productPath } from '@/lib/pages/paths';
import { useCompareNote } from './alternatives-section';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const loadTools = async () =>
  (await import('@/components/products/forms/remove-alternatives')).RemoveAlternatives;

/** Only moderators load it. */
function ModeratorTools({ products }: { products: readonly AlternativeSummary[] }) {
  const { user } = useUser();
  const isModerator = products.length > 0 && user !== undefined && user.role !== 'member';
  const { Component, isMissing, retry } = useLazyPart(loadTools, isModerator);
  if (isMissing)
    return (
      <MissingPart onRetry={retry}>
        {t(
          'moderatorForms.notLoaded',
          "The forms for moderators couldn't be loaded. Check your connection and try again.",
        )}
      </MissingPart>
    );
  return Component && isModerator ? <Component products={products} /> : null;
}

type AlternativesPageProps = AlternativeList & {
  after?: string;
  filters?: string;
  /** Null if lists can't be filtered. */
  panel: FilterPanel | null;
};

/** All alternatives to a public product. Search engines index the whole list once there are some. */
export function AlternativesPage({ subject, after, filters, panel, ...firstPage }: AlternativesPageProps) {
  const { slug, name = '' } = subject;
  const pager = useAlternatives({ subject, filters, ...firstPage });
  const products = pager.products ?? firstPage.products;
  const note = useCompareNote(subject);
  const title = t('alternatives.documentTitle', 'Alternatives to {name}', { name });
  const isFiltered = filters !== undefined;
  const hasFilters = panel !== null && (products.length > 1 || isFiltered) && panel.sections.length > 0;
  return (
    <Page
      title={title}
      description={t(
        'alternatives.description',
        'The best alternatives to {name}, found and upvoted by the members of {siteName}.',
        { name },
      )}
      canonicalPath={products.length > 0 && !isFiltered ? alternativesPath(slug, { after }) : undefined}
      markdownOf={alternativesPath(slug, { filters, after })}
    >
      <Breadcrumb
        above={[
          { label: t('breadcrumb.home', 'Home' /* the home page */), href: '/' },
          { label: name, href: productPath(slug) },
        ]}
        current={t('alternatives.title', 'Alternatives' /* to a product */)}
      />
      <h1 className="mt-4 text-2xl font-extrabold wrap-anywhere">
        {rich('alternatives.headline', 'Alternatives to <bdi>{name}</bdi>', {
          bdi: (text) => <bdi>{text}</bdi>,
          name,
        })}
      </h1>
      <p className="mt-2 mb-4 text-muted">
        {t(
          'alternatives.aboutUpvotesOfMembers',
          'Proposed by members. Upvotes here say how good an alternative each one is.',
        )}
      </p>
      <div className={hasFilters ? 'list-columns' : undefined}>
        <div className="min-w-0">
          {hasFilters && (
            <>
              <a href="#filters" className="chip mb-2 inline-flex lg:hidden">
                <span>{t('list.filters', 'Filters' /* by which a list is filtered */)}</span>
                {panel.active.length > 0 && <span>{` (${panel.active.length})`}</span>}
              </a>
              <ActiveFilters panel={panel} />
            </>
          )}
          {products.length > 0 ? (
            <PagedList
              key={filters}
              products={products}
              firstRank={after === undefined ? 1 : rankAfter(after)}
              alternativeTo={name}
              note={note}
              pager={pager}
              nextPagePath={
                firstPage.nextCursor && alternativesPath(slug, { filters, after: firstPage.nextCursor })
              }
            />
          ) : isFiltered ? (
            <EmptyState
              icon="search"
              title={t('alternatives.noMatch', 'No alternatives match all of these filters')}
              action={
                <a href={alternativesPath(slug)} className={buttonClasses()}>
                  {t('list.clearAllFilters', 'Clear all filters')}
                </a>
              }
            >
              {t('list.removeSomeFilter', 'Remove one of them, or start again.')}
            </EmptyState>
          ) : (
            <EmptyState title={t('alternatives.none', 'No alternatives yet')}>
              {t('alternatives.suggestBelow', 'Do you know one? Suggest it below.')}
            </EmptyState>
          )}
          <SuggestSection subject={{ ...subject, name }} />
          <ModeratorTools products={products} />
        </div>
        {hasFilters && (
          <aside aria-label={t('list.filters', 'Filters' /* by which a list is filtered */)} className="rail">
            <FilterSections panel={panel} />
          </aside>
        )}
      </div>
    </Page>
  );
}

const loadForm = async () => (await import('@/components/products/forms/suggest-form')).SuggestForm;

/** Where members suggest an alternative. Visitors sign in first, and come back to the form. */
function SuggestSection({ subject }: { subject: SuggestedTo }) {
  const isMember = Boolean(useSessionToken());
  const { open } = useSignIn();
  const { Component, isMissing, retry } = useLazyPart(loadForm, isMember);
  return (
    <section id="suggest" aria-labelledby="suggest-heading" className="mt-10 max-w-prose">
      <h2 id="suggest-heading" className="text-xl font-bold">
        {t('alternatives.suggest', 'Suggest an alternative')}
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {t(
          'alternatives.howSuggested',
          'A moderator looks at each proposal before it appears on the pages of both.',
        )}
      </p>
      {isMember ? (
        <>
          {Component && <Component subject={subject} />}
          {isMissing && (
            <MissingPart onRetry={retry}>
              {t('form.notLoaded', "The form couldn't be loaded. Check your connection and try again.")}
            </MissingPart>
          )}
        </>
      ) : (
        <>
          <Button className="needs-script" onClick={() => open(suggestPath(subject.slug))}>
            {t('alternatives.signInToSuggest', 'Sign in to suggest')}
          </Button>
          <noscript>
            <p>{t('alternatives.needsJavaScript', 'Suggesting needs JavaScript.')}</p>
          </noscript>
        </>
      )}
    </section>
  );
}

/** The alternatives to a product: the page that came with the HTML, and the pages loaded after it. */
function useAlternatives({ subject, filters, ...firstPage }: AlternativeList & { filters?: string }) {
  // Another first page begins another list.
  const firstIds = firstPage.products.map(({ id }) => id).join();

  async function loadPage(after?: string) {
    // Loaded with the first click, as for every list.
    const loading = import('@/lib/contract/alternative').then(
      ({ listAlternativesCall }) => listAlternativesCall,
    );
    const page = await callLazily(loading, { params: { slug: subject.slug }, query: { filters, after } });
    const { products, nextCursor } = summarizeAlternatives(page);
    return { products, nextCursor };
  }

  return usePages(['alternatives', subject.slug, filters, firstIds], loadPage, {
    firstPage,
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
}
