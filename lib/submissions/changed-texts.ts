import type { ProductTexts, TextChanges } from '@/lib/contract/editing';

/** The parts of what a product says that differ, as they are afterwards. */
export function changedTexts(before: ProductTexts, after: ProductTexts): TextChanges {
  const { name, tagline, description, url, tags } = after;
  return {
    ...(name !== before.name && { name }),
    ...(tagline !== before.tagline && { tagline }),
    ...(description !== before.description && { description }),
    ...(url !== before.url && { url }),
    ...(tags.join('\n') !== before.tags.join('\n') && { tags }),
  };
}
