type SearchRequest = { url: string; body: unknown };
type SearchAnswer = { status: number; body: unknown };

/**
 * Answers the search client in place of the product server. Not typed as `fetch`: jsdom has no `Response`,
 * and the client reads the status and the text alone.
 */
export function answerSearches(
  respond: (request: SearchRequest) => SearchAnswer | Promise<SearchAnswer>,
): void {
  Reflect.set(globalThis, 'productServerFetch', async (url: string, { body }: { body: string }) => {
    const answer = await respond({ url, body: JSON.parse(body) });
    return { status: answer.status, text: () => Promise.resolve(JSON.stringify(answer.body)) };
  });
}
