/**
 * How a page reaches a product server that lives in the same process: the host leaves the server's fetch
 * on the global object, because Next bundles pages apart from everything else.
 */
const key = Symbol.for('directory.product-server.fetch');

type InProcess = { [key]?: typeof fetch };

/** Undefined in the browser, and when the product server is another process. */
export function inProcessFetch(): typeof fetch | undefined {
  const scope: InProcess = globalThis;
  return scope[key];
}

export function provideInProcessFetch(productServerFetch: typeof fetch): void {
  const scope: InProcess = globalThis;
  scope[key] = productServerFetch;
}
