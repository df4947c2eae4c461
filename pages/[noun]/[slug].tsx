import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/failure-page';
import { Page } from '@/components/layout/page';
import { MissingProduct } from '@/components/products/missing-product';
import { ProductArticle } from '@/components/products/product-article';
import { ProductCards } from '@/components/products/product-cards';
import { findProduct, listRelatedProducts } from '@/lib/api/products';
import type { Product } from '@/lib/contract/product';
import { nounSlug } from '@/lib/contract/plain/site';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { productPath } from '@/lib/pages/paths';
import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';
import { site } from '@/lib/site';

type ProductPageProps =
  | LoadedPage<{ product: Product; related: ProductSummary[] }>
  /** A slug without a public product. */
  | { missingSlug: string };

export const getServerSideProps: GetServerSideProps<ProductPageProps> = async ({ params, res }) => {
  const slug = queryValue(params?.slug);
  if (!slug || params?.noun !== nounSlug(site.noun)) return { notFound: true };
  const page = await loadPage(res, async () => {
    // Both fail alike for an old slug and for a removed product.
    const [product, related] = await Promise.all([findProduct(slug), listRelatedProducts(slug)]);
    return { product, related: related.map(summarizeProduct) };
  });
  if (!('notFound' in page)) return page;
  // Not Next's own page, which is the same for every path: this one shows the product to those who may see it.
  res.statusCode = 404;
  return { props: { missingSlug: slug } };
};

export default function ProductPage(loaded: ProductPageProps) {
  if ('missingSlug' in loaded) return <MissingProduct slug={loaded.missingSlug} />;
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { product, related } = loaded.content;
  return (
    <Page title={product.name} description={product.tagline} canonicalPath={productPath(product.slug)}>
      <ProductArticle key={product.id} product={product} />
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-16">
          <h2 id="related" className="mb-4 text-xl font-bold">
            More like this
          </h2>
          <ProductCards products={related} headingLevel={3} isLazy />
        </section>
      )}
    </Page>
  );
}
