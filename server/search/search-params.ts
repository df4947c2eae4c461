import * as z from 'zod/mini';
import { SEARCH_LIMITS } from '@/lib/contract/search';

/** An invalid search request, with a message for the caller and the status that Algolia uses. */
export class SearchRequestError extends Error {
  override readonly name = 'SearchRequestError';
  constructor(
    message: string,
    readonly status: 400 | 404 | 413 = 400,
  ) {
    super(message);
  }
}

/** Values from a query string are text: JSON, or words separated by commas. */
function readText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
}

function readList(value: unknown): unknown {
  const read = typeof value === 'string' && value.startsWith('[') ? readText(value) : value;
  if (read === null) return undefined;
  if (typeof read !== 'string') return read;
  return read
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const orAbsent = (value: unknown) => (value === null ? undefined : value);
const text = (fallback: string) => z.pipe(z.transform(orAbsent), z._default(z.string(), fallback));
const names = z.pipe(z.transform(readList), z.optional(z.array(z.string())));
const count = (min: number, max: number) =>
  z.pipe(
    z.transform((value) => orAbsent(readText(value))),
    z.optional(z.number().check(z.int(), z.gte(min), z.lte(max))),
  );
const pageMax = 1_000_000;

const searchParams = z.object({
  query: text(''),
  page: z._default(count(0, pageMax), 0),
  hitsPerPage: z._default(count(0, SEARCH_LIMITS.hitsPerPageMax), SEARCH_LIMITS.hitsPerPage),
  offset: count(0, pageMax),
  length: count(1, SEARCH_LIMITS.hitsPerPageMax),
  filters: text(''),
  facetFilters: z.pipe(
    z.transform(readList),
    z._default(z.array(z.union([z.string(), z.array(z.string())])), []),
  ),
  facets: z.pipe(z.transform(readList), z._default(z.array(z.string()), [])),
  maxValuesPerFacet: z._default(count(1, SEARCH_LIMITS.facetValuesMax), SEARCH_LIMITS.facetValues),
  attributesToRetrieve: names,
  attributesToHighlight: names,
  attributesToSnippet: names,
  highlightPreTag: text('<em>'),
  highlightPostTag: text('</em>'),
  snippetEllipsisText: text('…'),
  typoTolerance: z.pipe(
    z.transform((value) => orAbsent(readText(value))),
    z._default(z.union([z.boolean(), z.enum(['min', 'strict'])]), true),
  ),
});
export type SearchParams = z.infer<typeof searchParams>;

const packed = z.looseObject({ params: z.optional(z.string()) });

/**
 * Reads the parameters of one search, given by name or as a query string in `params`.
 *
 * @throws SearchRequestError naming the parameter at fault.
 */
export function readSearchParams(given: unknown): SearchParams {
  const whole = packed.safeParse(given);
  if (!whole.success)
    throw new SearchRequestError('Invalid request: an object with the parameters is expected');
  const { params = '', ...named } = whole.data;
  const parsed = searchParams.safeParse({ ...named, ...Object.fromEntries(new URLSearchParams(params)) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SearchRequestError(
    `Invalid value for "${String(issue?.path[0])}" parameter: ${issue?.message ?? ''}`,
  );
}
