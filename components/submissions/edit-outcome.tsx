import { Icon } from '@/components/ui/icon';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { site } from '@/lib/site';
import type { SubmissionValues } from '@/lib/submissions/values';

type EditOutcomeProps = { product: SubmittedProduct; initial: SubmissionValues; values: SubmissionValues };

/** What saving will do, said before it is pressed. */
export function EditOutcome({ product, initial, values }: EditOutcomeProps) {
  const isSeenAnew =
    values.url.trim() !== initial.url ||
    values.name.trim() !== initial.name ||
    values.imageURL !== initial.imageURL;
  return (
    <p role="status" className="flex max-w-prose items-start gap-2 text-muted">
      <Icon name="clock" className="mt-0.5 size-5" />
      {tell(product, isSeenAnew)}
    </p>
  );
}

function tell({ status, queuePlace }: SubmittedProduct, isSeenAnew: boolean): string {
  if (status === 'rejected') return 'It is submitted again and waits for a moderator.';
  if (status === 'pending') {
    const place = queuePlace === undefined ? '' : `, number ${queuePlace} in the queue`;
    return `It waits for a moderator${place}. Changing it does not cost its place.`;
  }
  return isSeenAnew
    ? `With another name, address or picture this ${site.noun} goes back to the moderators, and is not shown until they agree.`
    : 'Tagline, description and tags change at once. Another name, address or picture goes back to the moderators.';
}
