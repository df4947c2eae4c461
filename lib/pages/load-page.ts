import { ApiFailure } from '@/lib/api/http';
import { ERROR_STATUS } from '@/lib/contract/errors';
import { productPath } from './paths';

/** Why a page has nothing to show, when it is not simply missing. */
export type PageFailure = 'bad_request' | 'gone' | 'unavailable';

export type LoadedPage<Content> = { content: Content } | { failure: PageFailure };

export type PageResult<Content> =
  | { props: LoadedPage<Content> }
  | { notFound: true }
  | { redirect: { destination: string; statusCode: 308 } };

type PageResponse = { statusCode: number; setHeader: (name: string, value: string) => unknown };

/** HTML depends on nobody, so a shared cache may keep it; so briefly that nobody sees an old list. Seconds. */
const SHARED_CACHE_SECONDS = 1;
const RETRY_AFTER_SECONDS = 10;

/**
 * Loads a page's content and turns the product server's refusals into the page's own answer: 404, the move of
 * a product to its new address, or a page that says what happened with the same status.
 *
 * @throws whatever is a bug; Next then answers 500.
 */
export async function loadPage<Content>(
  response: PageResponse,
  load: () => Promise<Content>,
): Promise<PageResult<Content>> {
  try {
    const content = await load();
    response.setHeader(
      'Cache-Control',
      `public, max-age=0, s-maxage=${SHARED_CACHE_SECONDS}, must-revalidate`,
    );
    return { props: { content } };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'not_found') {
      const { movedTo } = error.fields;
      return movedTo
        ? { redirect: { destination: productPath(movedTo), statusCode: 308 } }
        : { notFound: true };
    }
    if (error.code !== 'bad_request' && error.code !== 'gone' && error.code !== 'unavailable') throw error;
    response.statusCode = ERROR_STATUS[error.code];
    if (error.code === 'unavailable') response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
    return { props: { failure: error.code } };
  }
}

/** The value of a query parameter that may be given once; the first when it is repeated, and none when empty. */
export function queryValue(value: string | readonly string[] | undefined): string | undefined {
  return (typeof value === 'string' ? value : value?.[0]) || undefined;
}
