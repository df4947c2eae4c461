import { useState } from 'react';
import { MissingPart } from '@/components/ui/missing-part';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { reportPath } from '@/lib/pages/product-paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const loadReportDialog = () =>
  import('@/components/products/forms/report-form').then(({ ReportDialog }) => ReportDialog);

/** Opens the form for a report, whose code is loaded then. Without JavaScript, the form has a page. */
export function ReportLink({ product }: { product: { id: string; slug: string; name: string } }) {
  const [attempt, setAttempt] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const { Component: Dialog, hasFailed } = useLazyComponent(loadReportDialog, attempt);

  return (
    <div className="mt-6 text-sm">
      <a
        href={reportPath(product.slug)}
        rel="nofollow"
        className="inline-block py-1.5 text-muted underline decoration-edge underline-offset-4 hover:text-accent"
        onClick={(event) => {
          event.preventDefault();
          setAttempt((before) => before + 1);
          setIsOpen(true);
        }}
      >
        {rich('product.report', 'Report a problem<hidden> with {name}</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
          name: product.name,
        })}
      </a>
      {hasFailed && (
        <MissingPart onRetry={() => setAttempt(attempt + 1)}>
          {t('form.notLoaded', "The form couldn't be loaded. Check your connection and try again.")}
        </MissingPart>
      )}
      {Dialog && <Dialog product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
