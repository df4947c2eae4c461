import { deflateSync, gzipSync } from 'node:zlib';
import { CALLS } from '@/lib/contract/calls';

/** A request that a visitor may send, and that can be sent again with other words. */
export type CostlyRequest = {
  /** The call and the form of its input: the costliest of each kind is kept. */
  kind: string;
  title: string;
  method: string;
  headers: Record<string, string>;
  path: (nonce: number) => string;
  body?: (nonce: number) => BodyInit;
  /** What it was made from, to change one part of it. */
  recipe: Recipe;
};

type Recipe = { target: string; form: number; unit: string; times: number; packing: string; extra: string };
type Draw = () => number;

const UNITS = [
  ...['a', ' ', 'a ', 'react ', 'e\u0301', '字', '😀', '👩‍👩‍👧‍👦', '\u0301', 'ا', 'ไทย', 'WebTorrent', 'a.b-c_', 'c++ '],
  ...['"', '\\', '[', '{"a":', '[],', '("', 'NOT ', 'tags:a OR ', '**a** ', '[a](b) ', '> ', '* ', '`', '<b>', '&', '%', 'a@', '.', '/', '-'],
]; // prettier-ignore
const SIZES = [1, 8, 64, 512, 1_000, 4_000, 16_000, 30_000, 64_000];
const PACKINGS = ['plain', 'plain', 'gzip', 'deflate'];
const EXTRAS = ['none', 'hits', 'snippets', 'facets', 'many', 'repeated'];

const FORMS = ['text', 'list', 'lists', 'names', 'nested'];
const SEARCH = ['/1/indexes/tool-fyi/query', '/1/indexes/*/queries', '/1/indexes/tool-fyi/facets/tags/query'];
const FILES = ['/search/feed.xml?q=', '/search.md?q=', '/oembed?url=', '/listed?url=', '/data/products.jsonl?x=', '/api/marks?of=', '/api/tiles/', '/llms.txt?x=', '/sitemap.xml?x=', '/og/tool/', '/mcp?x=']; // prettier-ignore
const PUBLIC = CALLS.filter(({ access, path }) => access === 'anyone' && !path.includes('/login/'));
const TARGETS = [...SEARCH, ...SEARCH, ...FILES, ...PUBLIC.map(({ method, path }) => `${method} ${path}`)];
const PARAMS = ['query', 'filters', 'facetFilters', 'numericFilters', 'facetQuery', 'facets', 'params', 'highlightPreTag', 'attributesToSnippet']; // prettier-ignore

function pick<T>(draw: Draw, list: readonly T[]): T {
  const picked = list[Math.floor(draw() * list.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

/** A random request, or one that differs in a part from a costly one. */
export function sampleRequest(draw: Draw, parent?: CostlyRequest): CostlyRequest {
  const fresh: Recipe = {
    target: pick(draw, TARGETS),
    form: Math.floor(draw() * FORMS.length * PARAMS.length),
    unit: pick(draw, UNITS),
    times: pick(draw, SIZES),
    packing: pick(draw, PACKINGS),
    extra: pick(draw, EXTRAS),
  };
  if (!parent) return cook(fresh);
  const part = pick(draw, ['form', 'unit', 'times', 'packing', 'extra'] as const);
  return cook({ ...parent.recipe, [part]: fresh[part] });
}

function valueOf({ form, unit, times }: Recipe): unknown {
  const text = unit.repeat(Math.max(1, Math.floor(times / unit.length)));
  const count = Math.max(1, Math.floor(times / 4));
  const kinds: Record<string, () => unknown> = {
    text: () => text,
    list: () => Array.from({ length: count }, () => unit),
    lists: () => Array.from({ length: count }, () => []),
    names: () => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${unit}${index}`, 0])),
    nested: (): unknown => JSON.parse('['.repeat(30) + ']'.repeat(30)),
  };
  return kinds[FORMS[form % FORMS.length] ?? 'text']?.();
}

const EXTRA_PARAMS: Record<string, object> = {
  hits: { hitsPerPage: 1_000 },
  snippets: {
    hitsPerPage: 1_000,
    attributesToSnippet: ['*:1000'],
    highlightPreTag: 'x'.repeat(200),
    query: 'a',
  },
  facets: { facets: ['*'], maxValuesPerFacet: 1_000 },
};

function cook(recipe: Recipe): CostlyRequest {
  const { target, form, unit, times, packing, extra } = recipe;
  const param = PARAMS[Math.floor(form / FORMS.length)] ?? 'query';
  const shape = FORMS[form % FORMS.length] ?? 'text';
  const title = `${target} ${param} ${shape} of ${JSON.stringify(unit)} × ${times}, ${packing}, ${extra}`;
  const base = { kind: target, title, recipe };
  const value = valueOf(recipe);
  const pack = (text: string): BodyInit => {
    const bytes = Buffer.from(text);
    if (packing === 'gzip') return new Uint8Array(gzipSync(bytes));
    return packing === 'deflate' ? new Uint8Array(deflateSync(bytes)) : text;
  };
  if (SEARCH.includes(target)) {
    const one = (nonce: number) => ({
      ...{ indexName: 'tool-fyi', query: `a${nonce}`, [param]: value },
      ...EXTRA_PARAMS[extra],
      attributesToRetrieve: ['*', String(nonce)],
    });
    const isMany = target.endsWith('queries');
    const body = (nonce: number) =>
      isMany ? { requests: Array.from({ length: extra === 'many' ? 50 : 3 }, () => one(nonce)) } : one(nonce);
    return {
      ...base,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      path: () => target,
      body: (nonce) => pack(JSON.stringify(body(nonce))),
    };
  }
  const short = encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 8_000);
  const query = (nonce: number) => `${short.replace(/%.?$/, '')}${nonce}`;
  if (FILES.includes(target)) {
    return { ...base, method: target.startsWith('/mcp') ? 'POST' : 'GET', headers: { 'content-type': 'application/json', accept: '*/*' }, path: (nonce) => target + query(nonce), ...(target.startsWith('/mcp') && { body: () => pack(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: value } })) }) }; // prettier-ignore
  }
  const call = PUBLIC.find(({ method, path }) => `${method} ${path}` === target);
  const method = (call?.method ?? 'get').toUpperCase();
  const names = [
    'tag',
    'filters',
    'after',
    'ids',
    'email',
    'message',
    'text',
    'token',
    'tags',
    'name',
    'idToken',
  ];
  const filled = (call?.path ?? '/').replace(/:(\w+)/g, () => '1');
  return {
    ...base,
    method,
    headers: { 'content-type': 'application/json' },
    path: (nonce) => {
      const limit = `limit=${1 + (nonce % 50)}`;
      const repeated = extra === 'repeated' ? `&${'tag=a&'.repeat(900)}` : '';
      return `/api${filled}?${limit}&${pick(() => (nonce % 97) / 97, names)}=${query(nonce)}${repeated}`;
    },
    ...(method !== 'GET' &&
      method !== 'DELETE' && {
        body: () => pack(JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))),
      }),
  };
}
