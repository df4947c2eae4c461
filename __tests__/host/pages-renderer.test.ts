import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const rendered = z.object({ html: z.string(), count: z.int() });
const found = z.object({
  streamed: rendered,
  written: rendered,
  failure: z.string(),
  isReplaced: z.boolean(),
});

/** Next.js requires this file by this name, and reads the stream after `allReady`. */
const PROGRAM = `
  import { createRequire } from 'node:module';
  import { createElement as element, Fragment, useId, useSyncExternalStore } from 'react';
  import { renderToStrings } from './host/pages/pages-renderer';
  const require = createRequire(import.meta.url);
  const nothing = () => () => undefined;
  const Row = ({ name }) =>
    element('li', { id: useId(), 'aria-pressed': false }, name, ' & ', useSyncExternalStore(nothing, () => 'now', () => '1 & 2'), 7);
  const page = () => element(Fragment, null,
    element('img', { src: '/a.png', fetchPriority: 'high', alt: '' }),
    element('ol', null, ['a', '<b>', 'ü'].map((name) => element(Row, { key: name, name }))),
    element('script', { type: 'application/json', dangerouslySetInnerHTML: { __html: '{"a":"<"}' } }),
    element('p', null, 'one', 'two', null, 3), element('textarea', { defaultValue: '\\na' }));
  const Failing = () => { throw new Error('This page fails.'); };
  async function read(renderToReadableStream, of) {
    const stream = await renderToReadableStream(of);
    await stream.allReady;
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return { html: Buffer.concat(chunks).toString(), count: chunks.length };
  }
  const { renderToReadableStream } = require('react-dom/server.node');
  renderToStrings();
  const replaced = require('react-dom/server.edge').renderToReadableStream;
  const failure = await read(replaced, element(Failing)).catch(({ message }) => message);
  const [streamed, written] = [await read(renderToReadableStream, page()), await read(replaced, page())];
  const isReplaced = replaced !== renderToReadableStream;
  console.log(JSON.stringify({ streamed, written, failure, isReplaced }));`;

it('gives Next.js the same HTML as the stream of React, in one piece, and the failure of a page', () => {
  const args = ['--import', 'tsx', '--input-type', 'module', '--eval', PROGRAM];
  const env = { ...process.env, NODE_ENV: 'production' } as const;
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', env });
  const { streamed, written, failure, isReplaced } = found.parse(JSON.parse(output));

  expect(isReplaced).toBe(true);
  expect(written).toEqual({ html: streamed.html, count: 1 });
  expect(written.html).toContain('&lt;b&gt;');
  expect(failure).toBe('This page fails.');
});

it('meets no component that suspends, whose place it would leave to the browser', () => {
  const suspending = ['pages', 'components', 'hooks'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file))
      .filter((file) => /\bSuspense\b|\blazy\(|\buse\(|next\/dynamic|suspense: true/.test(code(file))),
  );

  expect(suspending).toEqual([]);
});

const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
