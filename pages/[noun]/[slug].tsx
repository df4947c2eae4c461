import type { GetServerSideProps } from 'next';
import Head from 'next/head';
import { Breadcrumb, Page } from '@/components/layout/page';
import { FailurePage } from '@/components/layout/message-page';
import { MissingProduct } from '@/components/products/missing-product';
import { ProductArticle } from '@/components/products/product-article';
import { RemovedProduct } from '@/components/products/alternatives-section';
import { ApiFailure, call } from '@/lib/api/http';
import { ALTERNATIVE_LIMITS, listAlternativesCall } from '@/lib/contract/alternative';
import { findProductCall, listRelatedProductsCall, type Product } from '@/lib/contract/product';
import { nounSlug } from '@/lib/contract/plain/site';
import { type AlternativeList, summarizeAlternatives } from '@/lib/pages/product-paths';
import { type LoadedPage, loadPage, queryValue, setFailureStatus } from '@/lib/pages/load-page';
import { productPath, tagPath } from '@/lib/pages/paths';
import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

type ProductPageProps =
  | LoadedPage<{
      product: Product;
      related: ProductSummary[];
      alternatives: AlternativeList;
    }>
  /** Of a removed product; null if it has none. */
  | { removed: AlternativeList | null }
  /** A slug without a public product. */
  | { missingSlug: string };

export const getServerSideProps: GetServerSideProps<ProductPageProps> = async ({ params, res }) => {
  const slug = queryValue(params?.slug);
  if (!slug || params?.noun !== nounSlug(site.noun)) return { notFound: true };
  const page = await loadPage(res, async () => {
    // Both fail alike for an old slug and for a removed product.
    const [{ product }, { products: related }, alternatives] = await Promise.all([
      call(findProductCall, { params: { slug } }),
      call(listRelatedProductsCall, { params: { slug } }),
      loadAlternatives(slug),
    ]);
    // Alternatives have a section of their own.
    const shown = new Set(alternatives.products.map(({ slug: each }) => each));
    const others = related.filter((each) => !shown.has(each.slug));
    return { product, related: others.map(summarizeProduct), alternatives };
  });
  if ('props' in page && 'failure' in page.props && page.props.failure === 'gone') {
    return loadRemoved(slug, res);
  }
  if (!('notFound' in page)) return page;
  // Not Next's own page, which is the same for every path: this one shows the product to those who may see it.
  res.statusCode = 404;
  return { props: { missingSlug: slug } };
};

/** A failure is not stored as a page without alternatives. */
async function loadRemoved(
  slug: string,
  response: Parameters<typeof setFailureStatus>[0],
): Promise<{ props: ProductPageProps }> {
  try {
    return { props: { removed: await loadAlternatives(slug) } };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code !== 'unavailable') return { props: { removed: null } };
    setFailureStatus(response, 'unavailable');
    return { props: { failure: 'unavailable' } };
  }
}

const loadSuggestEdit = async () => (await import('@/components/submissions/suggest-edit')).SuggestEdit;
const loadListedForms = async () => (await import('@/components/submissions/moderator-forms')).ListedForms;

/** Tells other sites how to show a card of the product in place of a link to its page. https://oembed.com */
const oembedURL = (slug: string) =>
  `${site.url}/oembed?${new URLSearchParams({ url: site.url + productPath(slug) }).toString()}`;

const loadAlternatives = async (slug: string) =>
  summarizeAlternatives(
    await call(listAlternativesCall, { params: { slug }, query: { limit: ALTERNATIVE_LIMITS.shownMax } }),
  );

export default function ProductPage(loaded: ProductPageProps) {
  if ('missingSlug' in loaded) return <MissingProduct slug={loaded.missingSlug} />;
  if ('removed' in loaded) return <RemovedProduct alternatives={loaded.removed} />;
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { product, related, alternatives } = loaded.content;
  return (
    <Page
      title={product.name}
      description={product.tagline}
      canonicalPath={productPath(product.slug)}
      markdownOf={productPath(product.slug)}
    >
      <Head>
        <link
          key="oembed"
          rel="alternate"
          type="application/json+oembed"
          title={product.name}
          href={oembedURL(product.slug)}
        />
      </Head>
      <Breadcrumb
        above={[
          { label: t('breadcrumb.home', 'Home' /* the page above all others */), href: '/' },
          ...product.tags.slice(0, 1).map((tag) => ({ label: tag.name, href: tagPath(tag.slug) })),
        ]}
        current={product.name}
      />
      <ProductArticle
        key={product.id}
        product={product}
        related={related}
        alternatives={alternatives}
        loadListedForms={loadListedForms}
        loadSuggestEdit={loadSuggestEdit}
      />
    </Page>
  );
}
