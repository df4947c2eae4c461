/** The globals of a service worker. TypeScript has them only in a library that contradicts the one for pages. */
declare global {
  interface ExtendableEvent extends Event {
    waitUntil(work: Promise<unknown>): void;
  }

  interface FetchEvent extends ExtendableEvent {
    readonly request: Request;
    /** What the browser has asked for while the worker started. Undefined for everything but navigations. */
    readonly preloadResponse: Promise<Response | undefined>;
    respondWith(response: Promise<Response>): void;
  }

  interface WindowEventMap {
    install: ExtendableEvent;
    activate: ExtendableEvent;
    fetch: FetchEvent;
  }

  const registration: ServiceWorkerRegistration;
  const clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { url: string }[]>;
  };
  const skipWaiting: () => Promise<void>;
}

export {};
