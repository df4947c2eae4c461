import type { ProductTexts } from '@/lib/contract/editing';
import { canMembersAccept, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { ProductReference } from '@/lib/contract/product-reference';
import type { Suggestion } from '@/lib/contract/suggestion';
import type { SuggestionRow } from '@/server/queries/edits/suggestions';

/** @param agreement absent for a suggestion that trusted members can't accept. */
export function presentSuggestion(
  row: SuggestionRow,
  product: ProductReference,
  agreement: NonNullable<Suggestion['agreement']>,
): Suggestion {
  const { id, before, after, comment, memberHandle, memberRole, status, rejectionReason, createdAt } = row;
  const parts = PRODUCT_PARTS.filter((part) => part in after);
  return {
    ...{ id, product, comment, memberHandle, status },
    ...(memberRole !== null && { memberRole }),
    changes: parts.map((part) => ({
      part,
      before: textOf(before[part]),
      after: textOf(after[part]),
    })),
    ...(rejectionReason !== null && { rejectionReason }),
    createdAt: createdAt.toISOString(),
    ...(status === 'open' && canMembersAccept(parts) && { agreement }),
  };
}

const textOf = (value: ProductTexts['name' | 'tags'] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(', ');
