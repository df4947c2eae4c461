import type { ProductReference } from '@/lib/contract/product-reference';
import type { SubmittedProduct } from '@/lib/contract/submission';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { buildSubmission } from './build-submission';
import { ok } from './fake-api';
import { signInOnScreen } from './screen-member';

export const buildReference = (overrides: Partial<ProductReference> = {}): ProductReference => ({
  id: '7',
  slug: 'acme',
  name: 'Acme',
  url: 'https://acme.example/',
  imageURL: '/api/tiles/Acme.svg',
  upvoteCount: 12,
  status: 'approved',
  isOwn: false,
  ...overrides,
});

export const buildPreview = (overrides: Partial<ProductPreview> = {}): ProductPreview => ({
  url: 'https://acme.example/',
  name: 'Acme',
  tagline: 'Draws charts from plain numbers',
  similar: [],
  ...overrides,
});

export const buildAcmeSubmission = (overrides: Partial<SubmittedProduct> = {}): SubmittedProduct =>
  buildSubmission(7, {
    name: 'Acme',
    tagline: 'Draws charts from plain numbers',
    url: 'https://acme.example/',
    tags: [{ slug: 'charts', name: 'Charts' }],
    ...overrides,
  });

const knownTags = ['Charts', 'Color', 'Design', 'Design systems'];

/** Answers the editor's requests as a server without products does, but with tags. */
export const answersForMember = () => ({
  ...signInOnScreen(),
  'GET /user/private/duplicates': () => ok({ similar: [] }),
  'POST /user/private/products/checks': () => ok({ checks: [] }),
  'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
  'GET /fields': () => ok({ fields: [] }),
  'GET /tags': () =>
    ok({
      tags: knownTags.map((name, index) => ({
        slug: name.toLowerCase().replace(' ', '-'),
        name,
        productCount: 90 - index,
      })),
    }),
});
