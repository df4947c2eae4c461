import { createRequire } from 'node:module';
import { renderToString } from 'react-dom/server';

/**
 * Next.js has React write pages to a stream, each piece of text encoded on its own, and then reads the stream into a
 * string. Written to a string at once, the same HTML takes a sixth less of the CPU. No page suspends.
 */
export function renderToStrings(): void {
  const require = createRequire(import.meta.url);
  require('react-dom/server.node');
  const renderer = require.cache[require.resolve('react-dom/server.node')];
  if (!renderer) throw new Error('React has no renderer for pages.');
  const renderToReadableStream = (page: Parameters<typeof renderToString>[0]) =>
    new Promise((resolve) => resolve(streamOf(renderToString(page))));
  Reflect.set(renderer, 'exports', { ...Object(renderer.exports), renderToReadableStream });
  require.cache[require.resolve('react-dom/server.edge')] = renderer;
}

/** As much of a stream as Next.js uses: it waits until all is ready, and then reads the pieces. */
const streamOf = (text: string) => Object.assign([Buffer.from(text)], { allReady: Promise.resolve() });
