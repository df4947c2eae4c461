import { useState } from 'react';
import { MissingPart } from '@/components/ui/missing-part';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { reportPath } from '@/lib/pages/product-paths';

const loadReportDialog = () => import('./report-dialog').then(({ ReportDialog }) => ReportDialog);

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
        Report a problem<span className="sr-only">{` with ${product.name}`}</span>
      </a>
      {hasFailed && <MissingPart name="The form" onRetry={() => setAttempt(attempt + 1)} />}
      {Dialog && <Dialog product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
