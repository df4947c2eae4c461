/** What a product says in words, in the order in which forms and lists name the parts. */
export const PRODUCT_PARTS = ['name', 'tagline', 'description', 'url', 'tags'] as const;
export type ProductPart = (typeof PRODUCT_PARTS)[number];

const labels: Record<ProductPart, string> = {
  name: 'name',
  tagline: 'tagline',
  description: 'description',
  url: 'link',
  tags: 'tags',
};

/** Such as `tagline and tags`. */
export function listParts(parts: readonly ProductPart[]): string {
  const names = PRODUCT_PARTS.filter((part) => parts.includes(part)).map((part) => labels[part]);
  return names.join(', ').replace(/, (\w+)$/, ' and $1');
}

/** What submitters read of what moderators have changed in their products. */
export const describeModeratorChanges = (parts: readonly ProductPart[]) =>
  `A moderator changed ${listParts(parts)}.`;
