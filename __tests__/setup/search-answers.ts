/** Header names in lower case, as the search client sends them. */
type SearchRequest = { url: string; body: unknown; headers: Record<string, string> };
type FetchInit = { body: string; headers: Record<string, string> };
type SearchAnswer = { status: number; body: unknown };

/**
 * Answers the search client instead of the product server. Not typed as `fetch`, because jsdom has no `Response` and the
 * client reads only status, headers and text.
 */
export function answerSearches(
  respond: (request: SearchRequest) => SearchAnswer | Promise<SearchAnswer>,
): void {
  Reflect.set(globalThis, 'productServerFetch', async (url: string, { body, headers }: FetchInit) => {
    const answer = await respond({ url, body: JSON.parse(body), headers });
    const text = () => Promise.resolve(JSON.stringify(answer.body));
    return { status: answer.status, headers: new Headers(), text };
  });
}
