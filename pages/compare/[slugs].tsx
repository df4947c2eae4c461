import type { GetServerSideProps } from 'next';
import { Breadcrumb, Page } from '@/components/layout/page';
import { FailurePage } from '@/components/layout/message-page';
import { CompareForm, type CompareFormProps } from '@/components/products/forms/compare-form';
import {
  type ComparedProduct,
  CompareTable,
  type DeclaredField,
  rowsOf,
} from '@/components/products/compare-table';
import { call } from '@/lib/api/http';
import { listPairsCall } from '@/lib/contract/alternative';
import type { Product } from '@/lib/contract/product';
import { joinSlugs, splitSlugs } from '@/lib/contract/plain/page-paths';
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { comparePath } from '@/lib/pages/product-paths';
import { loadComparison } from '@/lib/pages/load-comparison';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { productPath } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

type ComparePageProps =
  | LoadedPage<{ products: ComparedProduct[]; fields: DeclaredField[]; areAlternatives: boolean }>
  | CompareFormProps;

export const getServerSideProps: GetServerSideProps<ComparePageProps> = async ({ params, res }) => {
  const path = queryValue(params?.slugs) ?? '';
  const slugs = splitSlugs(path);
  if (slugs.length < 2 || slugs.length > COMPARED_MAX) return { notFound: true };
  const page = await loadPage(res, async () => {
    const comparison = await loadComparison(slugs);
    return { ...comparison, areAlternatives: await haveAllPairs(comparison.products) };
  });
  if (!('props' in page)) return page;
  if ('failure' in page.props) return { props: { failure: page.props.failure } };
  const { products, fields, missing, areAlternatives } = page.props.content;
  if (missing.length > 0) {
    res.statusCode = 404;
    const found = products.map(({ id, slug, name }) => ({ id, slug, name }));
    return { props: { found, missing } };
  }
  const inOrder = products.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  const canonical = inOrder.map(({ slug }) => slug);
  const [only] = canonical;
  if (canonical.length === 1 && only) {
    return { redirect: { destination: productPath(only), statusCode: 308 } };
  }
  if (path !== joinSlugs(canonical)) {
    return { redirect: { destination: comparePath(canonical), statusCode: 308 } };
  }
  return {
    props: {
      content: {
        areAlternatives,
        products: inOrder.map(pickCompared),
        fields: fields.map(({ key, label }) => ({ key, label })),
      },
    },
  };
};

/**
 * Whether each two of the products are alternatives to each other. Search engines index no other comparison: there are
 * more of them than anyone would look for.
 */
async function haveAllPairs(products: readonly Product[]): Promise<boolean> {
  if (products.length < 2) return false;
  const { pairs } = await call(listPairsCall, { query: { ids: products.map(({ id }) => id).join() } });
  return pairs.length === (products.length * (products.length - 1)) / 2;
}

/** What the page shows, and nothing else: it carries the products twice, as HTML and as data. */
const pickCompared = (product: Product): ComparedProduct => ({
  id: product.id,
  slug: product.slug,
  name: product.name,
  tagline: product.tagline,
  url: product.url,
  iconURL: product.iconURL,
  tags: product.tags,
  upvoteCount: product.upvoteCount,
  bookmarkCount: product.bookmarkCount,
  approvedAt: product.approvedAt,
  status: product.status,
  ...(product.languages && { languages: product.languages }),
  ...(product.facts && { facts: product.facts }),
  ...(product.linkHeldAt !== undefined && { linkHeldAt: product.linkHeldAt }),
  ...(product.standing && { standing: product.standing }),
});

export default function ComparePage(loaded: ComparePageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;
  if ('missing' in loaded) {
    return (
      <Page title={t('compare.chooseOthers', 'Choose other {nouns}')}>
        <h1 className="text-2xl font-extrabold">{t('compare.unknown', "We can't compare these")}</h1>
        <p className="mt-2 text-muted">
          {t(
            'compare.unknownHelp',
            'The link may be mistyped, or {aNoun} may have been removed. Choose again.',
          )}
        </p>
        <CompareForm {...loaded} />
      </Page>
    );
  }
  const { products, fields, areAlternatives } = loaded.content;
  const title = products
    .map(({ name }) => name)
    .reduce((before, name) => t('compare.versus', '{before} vs {name}', { before, name }));
  return (
    <Page
      title={title}
      description={t('compare.description', '{title}, side by side on {siteName}.', { title })}
      markdownOf={comparePath(products.map(({ slug }) => slug))}
      canonicalPath={areAlternatives ? comparePath(products.map(({ slug }) => slug)) : undefined}
    >
      <Breadcrumb
        above={[
          { label: t('breadcrumb.home', 'Home' /* the page above all others */), href: '/' },
          { label: t('compare.page', 'Compare' /* the page above a comparison */), href: '/compare' },
        ]}
        current={title}
      />
      <h1 className="my-4 text-2xl font-extrabold wrap-anywhere">{title}</h1>
      <CompareTable products={products} rows={rowsOf(products, fields)} />
    </Page>
  );
}
