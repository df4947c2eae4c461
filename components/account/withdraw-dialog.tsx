import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { showToast } from '@/lib/browser/toasts';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type WithdrawDialogProps = {
  product: SubmittedProduct;
  /** Resolves to a sentence that says what happened to the product. */
  onWithdraw: (product: SubmittedProduct) => Promise<string>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before a submission is withdrawn. */
export function WithdrawDialog({ product, onWithdraw, onDone, onClose }: WithdrawDialogProps) {
  const titleId = useId();
  const { isUnderWay, failure, attempt } = useAttempt();

  async function withdraw() {
    if (isUnderWay) return;
    const isDone = await attempt(async () => {
      void showToast('success', await onWithdraw(product));
    });
    if (isDone) onDone();
  }

  return (
    <Dialog isOpen onClose={() => !isUnderWay && onClose()} labelledBy={titleId}>
      <div className="flex flex-col gap-4 p-6">
        <h2 id={titleId} className="text-xl font-bold">
          {rich(
            'withdrawal.title',
            'Withdraw <bdi>{name}</bdi>?' /* asks whether to withdraw a submission */,
            {
              bdi: (text) => <bdi>{text}</bdi>,
              name: product.name,
            },
          )}
        </h2>
        <p className="text-muted">{consequence(product)}</p>
        <p role="alert" className={failure ? 'text-danger' : 'hidden'}>
          {failure?.message}
        </p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button data-autofocus onClick={onClose} aria-disabled={isUnderWay}>
            {t('withdrawal.keep', 'Keep it' /* does not withdraw the submission */)}
          </Button>
          <Button look="danger" aria-disabled={isUnderWay} onClick={withdraw}>
            {isUnderWay && <Spinner />}
            <span>{t('withdrawal.withdraw', 'Withdraw' /* withdraws the submission */)}</span>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function consequence({ approvedAt }: SubmittedProduct): string {
  if (approvedAt === null) {
    return t(
      'withdrawal.neverListed',
      "This {noun} was never listed, so it's deleted for good. Anyone can submit its link again.",
    );
  }
  return t(
    'withdrawal.listed',
    'If others have upvoted or bookmarked it, it stays, listed as submitted by a former member. Otherwise it disappears from lists and search right away. Its page then says that the {noun} is gone, and anyone can submit its link again after 24 hours.',
  );
}
