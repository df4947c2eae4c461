import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { ReportForm } from '@/components/products/forms/report-form';
import { buttonClasses } from '@/components/ui/button';
import { call } from '@/lib/api/http';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import { findProductCall, type Product } from '@/lib/contract/product';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { productPath } from '@/lib/pages/paths';
import { reportPath } from '@/lib/pages/product-paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type ReportPageProps = LoadedPage<{
  product: Pick<Product, 'id' | 'slug' | 'name'>;
  wasSent: boolean;
  failure: string | null;
}>;

/** By error code; shown when the form was sent without JavaScript. */
function failureOf(code: string): string {
  switch (code) {
    case 'bad_request':
      return t(
        'report.badRequest',
        'Choose what is wrong, and check the details: at most {charsMax, plural, other {# characters}}, and something if it is something else.',
        { charsMax: REPORT_LIMITS.textCharsMax },
      );
    case 'rate_limited':
      return t('report.rateLimited', "You've sent a lot of reports in a short time. Try again later.");
    default:
      return t('report.notSent', "Your report couldn't be sent. Try again in a minute.");
  }
}

export const getServerSideProps: GetServerSideProps<ReportPageProps> = async ({ query, res }) => {
  const slug = queryValue(query.of);
  if (!slug) return { notFound: true };
  const { sent, error } = query;
  return loadPage(
    res,
    async () => {
      const { id, slug: presentSlug, name } = (await call(findProductCall, { params: { slug } })).product;
      return {
        product: { id, slug: presentSlug, name },
        wasSent: sent === '1',
        failure: typeof error === 'string' ? failureOf(error) : null,
      };
    },
    reportPath,
  );
};

/** The form for a report, as a page of its own: for browsers without JavaScript. */
export default function ReportPage(loaded: ReportPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;
  const { product, wasSent, failure } = loaded.content;
  return (
    <Page
      title={t('report.title', 'Report {name}', { name: product.name })}
      description={t('report.description', 'Tells the moderators of {siteName} what is wrong.')}
    >
      <div className="mx-auto max-w-prose">
        <h1 className="mb-4 text-xl font-bold">{t('reportForm.reportAProblem', 'Report a problem')}</h1>
        <ReportForm
          product={product}
          wasSent={wasSent}
          failure={failure}
          isWhole
          aside={
            <a href={productPath(product.slug)} className={buttonClasses()}>
              {rich('report.back', 'Back to <bdi>{name}</bdi>', {
                bdi: (text) => <bdi className="max-w-full truncate">{text}</bdi>,
                name: product.name,
              })}
            </a>
          }
        />
      </div>
    </Page>
  );
}
