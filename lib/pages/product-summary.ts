import { DAY_MS } from '@/lib/contract/plain/durations';
import type { ListedProduct, Submitter } from '@/lib/contract/product';
import type { Tag } from '@/lib/contract/tag';
import { site } from '@/lib/site';
import { tileURL } from './paths';

/** A row has room for this many tags. */
export const TAGS_SHOWN_MAX = 3;
const MINUTE_CHARS = '2026-11-21T14:03'.length;
const HOUR_CHARS = '2026-11-21T14'.length;
const DAY_CHARS = '2026-11-21'.length;

/** What a row shows, and nothing else: every page carries it twice, as HTML and as data. */
export type ProductSummary = Pick<
  ListedProduct,
  'id' | 'slug' | 'name' | 'tagline' | 'url' | 'host' | 'languages' | 'upvoteCount'
> & {
  /** The mark. Absent for a product with its generated tile. */
  imageURL?: string;
  /** For cards alone, and absent for a product without one. */
  screenshotURL?: string;
  tags: Tag[];
  /** Values of declared fields. Absent without any. */
  facts?: string[];
  /** Absent for an imported product. */
  submitter?: Pick<Submitter, 'handle' | 'name' | 'role'>;
  /** ISO 8601 in UTC, to the minute or less: as much as rows show. */
  listedAt: string;
};

export function summarizeProduct(product: ListedProduct): ProductSummary {
  const { name, imageURL, screenshotURL, listedFacts, submitter } = product;
  return {
    id: product.id,
    slug: product.slug,
    name,
    tagline: product.tagline,
    url: product.url,
    ...(product.host !== undefined && { host: product.host }),
    ...(product.languages && { languages: product.languages }),
    ...(imageURL !== tileURL(name) && { imageURL }),
    ...(site.layout === 'cards' && screenshotURL !== null && { screenshotURL }),
    tags: product.tags.slice(0, TAGS_SHOWN_MAX),
    ...(listedFacts && { facts: listedFacts.map(({ text }) => text) }),
    upvoteCount: product.upvoteCount,
    ...(submitter && {
      submitter: {
        handle: submitter.handle,
        name: submitter.name,
        ...(submitter.role && { role: submitter.role }),
      },
    }),
    listedAt: shortenInstant(product.approvedAt ?? product.createdAt),
  };
}

/** As much as rows show: `5 min ago` and `3 h ago` need the minute, `1 d ago` the hour. Later readers need even less. */
function shortenInstant(instant: string): string {
  const ageMs = Date.now() - Date.parse(instant);
  if (ageMs >= 2 * DAY_MS) return instant.slice(0, DAY_CHARS);
  return ageMs < DAY_MS ? `${instant.slice(0, MINUTE_CHARS)}Z` : `${instant.slice(0, HOUR_CHARS)}:00Z`;
}
