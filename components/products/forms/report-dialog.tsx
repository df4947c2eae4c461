import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { ReportForm } from './report-form';

type ReportDialogProps = { product: { id: string; name: string }; isOpen: boolean; onClose: () => void };

/** The form for a report, over the page of the product. */
export function ReportDialog({ product, isOpen, onClose }: ReportDialogProps) {
  const titleId = useId();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy={titleId}>
      <div className="p-5">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id={titleId} className="text-lg font-bold">
            Report a problem
          </h2>
          <DialogCloseButton onClose={onClose} />
        </div>
        <ReportForm product={product} aside={<Button onClick={onClose}>Close</Button>} />
      </div>
    </Dialog>
  );
}
