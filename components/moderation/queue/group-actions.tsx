import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useShortcuts } from '@/hooks/use-list-keys';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { countOf } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { COMMON_REASONS, RejectForm } from './reject-form';

type GroupActionsProps = {
  /** The shown products of the group. */
  products: readonly ModeratedProduct[];
  onApprove: () => void;
  onReject: (reason: string) => Promise<boolean>;
};

/** Decides on all shown products of a group. The keys y and n do so, too. */
export function GroupActions({ products, onApprove, onReject }: GroupActionsProps) {
  const [rejection, setRejection] = useState<{ reason: string; isKeyed: boolean }>();
  const count = countOf(products.length, site.noun, site.nounPlural);

  useShortcuts((key, event) => {
    if (products.length === 0 || (key !== 'y' && key !== 'n')) return;
    event.preventDefault();
    if (key === 'y') return onApprove();
    setRejection((before) => ({ reason: before?.reason ?? '', isKeyed: true }));
  });

  if (products.length === 0) return null;
  return (
    <section aria-label="All of this group" className="mt-4 rounded-card border border-line bg-surface p-4">
      {rejection === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button aria-keyshortcuts="y" onClick={onApprove}>
            {`Approve all ${count}`}
          </Button>
          <Button aria-keyshortcuts="n" onClick={() => setRejection({ reason: '', isKeyed: false })}>
            {`Reject all ${count} …`}
          </Button>
        </div>
      ) : (
        <RejectForm
          name={`all ${count}`}
          keptAs={`rejection of ${products.map(({ id }) => id).join()}`}
          commonReasons={COMMON_REASONS}
          hint="The submitters will see this and can resubmit. {name} stands for the name of each."
          reason={rejection.reason}
          startsAtReasons={rejection.isKeyed}
          onReasonChange={(reason) => setRejection({ ...rejection, reason })}
          onReject={(text) => {
            setRejection(undefined);
            return onReject(text);
          }}
          onCancel={() => setRejection(undefined)}
        />
      )}
    </section>
  );
}
