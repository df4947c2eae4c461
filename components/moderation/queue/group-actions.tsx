import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useShortcuts } from '@/hooks/use-list-keys';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { countOf } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { COMMON_REASONS } from '@/components/moderation/common-reasons';
import { RejectForm } from './reject-form';

type GroupActionsProps = {
  /** The shown products of the group. */
  products: readonly ModeratedProduct[];
  onApprove: () => void;
  onReject: (reason: string) => void;
};

/** Decides on all shown products of a group. The keys y and n do so, too. */
export function GroupActions({ products, onApprove, onReject }: GroupActionsProps) {
  const [reason, setReason] = useState<string>();
  const [isKeyed, setIsKeyed] = useState(false);
  const count = countOf(products.length, site.noun, site.nounPlural);

  useShortcuts((event) => {
    if (products.length === 0 || (event.key !== 'y' && event.key !== 'n')) return;
    event.preventDefault();
    if (event.key === 'y') return onApprove();
    setIsKeyed(true);
    setReason((before) => before ?? '');
  });

  if (products.length === 0) return null;
  return (
    <section aria-label="All of this group" className="mt-4 rounded-card border border-line bg-surface p-4">
      {reason === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button aria-keyshortcuts="y" onClick={onApprove}>
            Approve all {count}
          </Button>
          <Button
            aria-keyshortcuts="n"
            onClick={() => {
              setIsKeyed(false);
              setReason('');
            }}
          >
            Reject all {count} …
          </Button>
        </div>
      ) : (
        <RejectForm
          name={`all ${count}`}
          commonReasons={COMMON_REASONS}
          hint="The submitters will see this and can resubmit. {name} stands for the name of each."
          reason={reason}
          startsAtReasons={isKeyed}
          onReasonChange={setReason}
          onReject={(text) => {
            setReason(undefined);
            onReject(text);
          }}
          onCancel={() => setReason(undefined)}
        />
      )}
    </section>
  );
}
