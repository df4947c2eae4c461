import { createApp } from '@/server/app';
import { answer, read } from '@/server/routes/documents/tool-answers';
import { Draw, hostileValue } from '../../drill/fuzz-values';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const hostile: unknown[] = [
  '',
  '[]',
  '{',
  'null',
  '"tools/call"',
  { ...message, params: { name: 'get', arguments: { slug: 1 } } },
  { ...message, params: { name: 'get', arguments: { slug: '../../user' } } },
  { ...message, params: { name: 'get', arguments: { slug: 'a'.repeat(10_000) } } },
  { ...message, params: { name: 'list', arguments: { limit: -1, sort: {} } } },
  { ...message, params: { name: 'search', arguments: { query: '\u0000\uD800' } } },
  { ...message, params: { name: '__proto__', arguments: {} } },
  { ...message, params: { name: 'list_tags', arguments: [] } },
  { ...message, method: 'subscriptions/listen', params: {} },
  { ...message, method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
  [message, message],
  'x'.repeat(100_000),
];

it.each(['POST', 'PUT', 'GET', 'DELETE'])(
  'answers malformed requests by %s with no error of the server',
  async (method) => {
    for (const body of hostile) {
      const response = await createApp(api.deps(), { basePath: '/api' }).request('/mcp', {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      expect({ body, isFault: response.status >= 500 }).toEqual({ body, isFault: false });
      expect(text).not.toMatch(/node_modules|at \w+ \(|SELECT/);
    }
  },
);

it('answers 1,000 random requests with no error of the server', async () => {
  await buildProduct(api.db, { slug: 'figgle', name: 'Figgle', tags: ['Design'] });
  const app = createApp(api.deps(), { basePath: '/api' });
  const draw = new Draw(20_261_123);
  const statuses = new Map<number, number>();
  for (let n = 0; n < 1_000; n += 1) {
    const body = randomBody(draw);
    const method = draw.pick([
      'POST',
      'POST',
      'POST',
      'POST',
      'POST',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'GET',
    ]);
    const { status } = await app.request('/mcp', {
      method,
      headers: {
        'content-type': draw.chance(0.9)
          ? 'application/json'
          : draw.pick(['text/plain', '*/*', 'x', 'application/xml']),
        accept: draw.chance(0.9)
          ? 'application/json, text/event-stream'
          : draw.pick(['*/*', 'text/html', '']),
        ...(draw.chance(0.3) && {
          'mcp-protocol-version': draw.pick(['2025-06-18', '1999-01-01', '\u00ff', 'x'.repeat(5_000), '']),
          'mcp-session-id': draw.pick(['', 'x', '../..', '%00']),
        }),
      },
      ...(method !== 'GET' && { body }),
    });
    if (status >= 500) throw new Error(`${method} of this was answered with ${status}: ${body}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  // Some requests get as far as the tools.
  expect(statuses.get(200)).toBeGreaterThan(100);
  expect(statuses.get(400)).toBeGreaterThan(100);
});

const toolNames = ['search', 'get', 'list', 'list_alternatives', 'compare', 'list_tags', 'list_fields', 'x'];
const argumentNames = ['query', 'slug', 'slugs', 'filters', 'after', 'limit', 'sort', 'tag', 'period'];

/** A message to a tool, of which any part may be replaced; or no message at all. */
function randomBody(draw: Draw): string {
  const given = Object.fromEntries(
    argumentNames.filter(() => draw.chance(0.4)).map((name) => [name, hostileValue(draw)]),
  );
  const params = { name: draw.pick(toolNames), arguments: draw.chance(0.7) ? given : hostileValue(draw) };
  const parts = Object.entries({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).map(
    ([name, value]) => [name, draw.chance(0.9) ? value : hostileValue(draw)],
  );
  const text = JSON.stringify(draw.chance(0.9) ? Object.fromEntries(parts) : hostileValue(draw));
  return draw.chance(0.9) ? text : text.slice(0, draw.int(text.length));
}

it('refuses a list of messages, which would count as one request', async () => {
  const app = createApp(api.deps(), { basePath: '/api' });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const response = await app.request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify([list, { ...list, id: 2 }]),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    ...{ jsonrpc: '2.0', id: null },
    error: { code: -32600, message: 'Send one message at a time.' },
  });
});

it('tells an agent why a search is refused', async () => {
  const message = 'Too many searches. Try again in 5 seconds.';
  const refused = Promise.resolve(Response.json({ message, status: 429 }, { status: 429 }));
  expect(await answer(async () => ({ found: await read(refused) }))).toEqual({
    content: [{ type: 'text', text: message }],
    isError: true,
  });
});
