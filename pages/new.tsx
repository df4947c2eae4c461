import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { loadProductListPage } from '@/lib/pages/load-product-list';
import { t } from '@/lib/texts/texts';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = ({ query, res }) =>
  loadProductListPage(res, { sort: 'new' }, query);

export default function NewPage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ tag }) => {
        const title = tag
          ? t('newest.tagged', 'New {nouns} tagged {name}', { name: tag.name })
          : t('newest.title', 'New {nouns}' /* the title of a list */);
        return { title, headline: title };
      }}
    />
  );
}
