import { ApiFailure } from '@/lib/api/http';
import { ERROR_STATUS } from '@/lib/contract/errors';
import { productPath } from './paths';

/** Why a page that exists has no content. */
export type PageFailure = 'bad_request' | 'gone' | 'unavailable';

export type LoadedPage<Content> = { content: Content } | { failure: PageFailure };

export type PageResult<Content> =
  | { props: LoadedPage<Content> }
  | { notFound: true }
  | { redirect: { destination: string; statusCode: 308 } };

type PageResponse = { statusCode: number; setHeader: (name: string, value: string) => unknown };

/** In seconds. The HTML is the same for everyone, so a shared cache may store it, but only briefly. */
const SHARED_CACHE_SECONDS = 1;
const RETRY_AFTER_SECONDS = 10;

/**
 * Loads a page's content and maps failures of the product server to a response: 404, a redirect to a product's new
 * path, or a page with the same status that says what happened.
 *
 * @param pathOfSlug where the page of a moved product is.
 * @throws every other error; Next then answers 500.
 */
export async function loadPage<Content>(
  response: PageResponse,
  load: () => Promise<Content>,
  pathOfSlug: (slug: string) => string = productPath,
): Promise<PageResult<Content>> {
  try {
    const content = await load();
    allowSharedCaching(response);
    return { props: { content } };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'not_found') {
      const { movedTo } = error.fields;
      return movedTo
        ? { redirect: { destination: pathOfSlug(movedTo), statusCode: 308 } }
        : { notFound: true };
    }
    if (error.code !== 'bad_request' && error.code !== 'gone' && error.code !== 'unavailable') throw error;
    setFailureStatus(response, error.code);
    return { props: { failure: error.code } };
  }
}

/**
 * `getInitialProps` of a page without content. With it, the server renders the page, which the build cannot, because
 * only the server knows the configuration; and the browser needs no request to go there.
 */
export function loadNothing({ res }: { res?: PageResponse }): Record<string, never> {
  if (res) allowSharedCaching(res);
  return {};
}

/** Says that the page is the same for everyone. */
export function allowSharedCaching(response: PageResponse): void {
  response.setHeader(
    'Cache-Control',
    `public, max-age=0, s-maxage=${SHARED_CACHE_SECONDS}, stale-while-revalidate=10, stale-if-error=86400`,
  );
}

export function setFailureStatus(response: PageResponse, failure: PageFailure): void {
  response.statusCode = ERROR_STATUS[failure];
  if (failure === 'unavailable') response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
}

/** The value of a query parameter; the first value if it is repeated, undefined if it is empty. */
export function queryValue(value: string | readonly string[] | undefined): string | undefined {
  // The product server refuses NUL.
  return (typeof value === 'string' ? value : value?.[0])?.replaceAll('\0', '') || undefined;
}
