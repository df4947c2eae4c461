/**
 * How a page reaches a product server that lives in the same process: the host leaves the server's fetch
 * on the global object, because Next bundles pages apart from everything else.
 */
declare global {
  var productServerFetch: typeof fetch | undefined;
}

/** Undefined in the browser, and when the product server is another process. */
export const inProcessFetch = (): typeof fetch | undefined => globalThis.productServerFetch;

export function provideInProcessFetch(productServerFetch: typeof fetch): void {
  globalThis.productServerFetch = productServerFetch;
}
