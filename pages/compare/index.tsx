import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { CompareForm, type CompareFormProps } from '@/components/products/forms/compare-form';
import { cutChars } from '@/lib/contract/plain/text';
import { COMPARE_FIELDS, comparePath } from '@/lib/pages/product-paths';
import { findTypedProduct } from '@/lib/pages/load-comparison';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { t } from '@/lib/texts/texts';

type CompareFormPageProps = LoadedPage<CompareFormProps>;

/** Longer texts are no names. */
const TYPED_CHARS_MAX = 200;

/** What the form sends without JavaScript: names, slugs or links of products. */
export const getServerSideProps: GetServerSideProps<CompareFormPageProps> = async ({ query, res }) => {
  const typed = COMPARE_FIELDS.flatMap((name) => {
    const text = cutChars((queryValue(query[name]) ?? '').trim(), TYPED_CHARS_MAX);
    return text === '' ? [] : [text];
  });
  const page = await loadPage(res, async () => {
    const found = await Promise.all(typed.map(findTypedProduct));
    const products = found.flatMap((product) => product ?? []);
    const byId = new Map(products.map(({ id, slug, name }) => [id, { id, slug, name }]));
    return { found: [...byId.values()], missing: typed.filter((_, index) => !found[index]) };
  });
  if (!('props' in page) || !('content' in page.props)) return page;
  const { found, missing } = page.props.content;
  if (found.length < 2 || missing.length > 0 || 'more' in query) return page;
  return { redirect: { destination: comparePath(found.map(({ slug }) => slug)), permanent: false } };
};

export default function CompareFormPage(loaded: CompareFormPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { found, missing } = loaded.content;
  return (
    <Page
      title={t('compare.title', 'Compare {nouns}' /* the title of the page */)}
      description={t('compare.formDescription', 'Put up to four {nouns} of {siteName} side by side.')}
    >
      <h1 className="text-2xl font-extrabold">
        {t('compare.title', 'Compare {nouns}' /* the title of the page */)}
      </h1>
      <p className="mt-2 text-muted">
        {t('compare.formLead', 'See up to four side by side: what differs comes first.')}
      </p>
      <CompareForm
        key={[...found.map(({ id }) => id), ...missing].join(' ')}
        found={found}
        missing={missing}
      />
    </Page>
  );
}
