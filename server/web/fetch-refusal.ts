export const FETCH_LIMITS = {
  /** Time limit for one fetch with its redirects: of a page, list, proof or registry, or to a webhook. A preview has it for page and image together. */
  ms: 10_000,
  /** Size limit after decompression. */
  bytesMax: 1024 * 1024,
  /** Size limit of everything that one connection receives. A site can wrap little content in endless framing. */
  receivedBytesMax: 2 * 1024 * 1024,
  redirectsMax: 5,
} as const;

/** What a URL leads to, a page, list, registry or webhook, could not be fetched. The message is a sentence for the member who named its URL. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  constructor(
    /** `address`: the URL must never be fetched. `target`: this attempt failed. */
    readonly reason: 'address' | 'target',
    message: string,
    /** What the site has answered, if it has. */
    readonly answer?: { status: number; retryAfter: string | undefined },
  ) {
    super(message);
  }
}
