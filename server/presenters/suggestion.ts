import type { ProductTexts } from '@/lib/contract/editing';
import { PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { ProductReference } from '@/lib/contract/product-reference';
import type { Suggestion } from '@/lib/contract/suggestion';
import type { SuggestionRow } from '@/server/queries/products/suggestions';

export function presentSuggestion(row: SuggestionRow, product: ProductReference): Suggestion {
  const { id, before, after, comment, memberHandle, status, rejectionReason, createdAt } = row;
  return {
    ...{ id, product, comment, memberHandle, status },
    changes: PRODUCT_PARTS.filter((part) => part in after).map((part) => ({
      part,
      before: textOf(before[part]),
      after: textOf(after[part]),
    })),
    ...(rejectionReason !== null && { rejectionReason }),
    createdAt: createdAt.toISOString(),
  };
}

const textOf = (value: ProductTexts['name' | 'tags'] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(', ');
