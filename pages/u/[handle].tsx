import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { Products } from '@/components/products/lists/products';
import { ProfilePage } from '@/components/profile/profile-page';
import { call } from '@/lib/api/http';
import { findProfileCall, type Profile } from '@/lib/contract/profile';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { profilePath } from '@/lib/pages/paths';
import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';

type MemberProfilePageProps = LoadedPage<{
  profile: Profile;
  products: ProductSummary[];
  after: string | null;
  nextCursor: string | null;
}>;

export const getServerSideProps: GetServerSideProps<MemberProfilePageProps> = async ({
  params,
  query,
  res,
}) => {
  const handle = queryValue(params?.handle);
  if (!handle) return { notFound: true };
  const after = queryValue(query.after);
  if (handle !== handle.toLowerCase()) {
    return { redirect: { destination: profilePath(handle.toLowerCase(), { after }), statusCode: 308 } };
  }
  return loadPage(res, async () => {
    const { profile, products, nextCursor } = await call(findProfileCall, {
      params: { handle },
      query: { after },
    });
    // Not the submitter of each product: it is the member whose page this is.
    const summaries = products.map((product) => summarizeProduct({ ...product, submitter: null }));
    return { profile, products: summaries, after: after ?? null, nextCursor };
  });
};

export default function MemberProfilePage(loaded: MemberProfilePageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { products, ...content } = loaded.content;
  return (
    <ProfilePage
      {...content}
      cards={products.length > 0 ? <Products products={products} headingLevel={3} /> : undefined}
    />
  );
}
