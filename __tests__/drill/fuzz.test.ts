import { z } from 'zod';
import { setUpTestApp } from '../setup/test-app';
import { fuzz } from './fuzz';
import { encodeText } from './fuzz-requests';
import { createFuzzTarget } from './fuzz-site';
import { Draw, HOSTILE_TEXTS, hostileValue } from './fuzz-values';

const api = setUpTestApp();

it('answers random requests to every call with documented statuses and schemas', async () => {
  const { failures, statuses, calls } = await fuzz(await createFuzzTarget(api.deps()), {
    seed: 1,
    count: 300,
  });

  expect(failures).toEqual([]);
  expect(calls.length).toBeGreaterThan(40);
  // The requests are neither all right nor all wrong.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
});

describe('routes outside of the document never answer 500 to', () => {
  const paths = (text: string) => [
    `/1/indexes/${text}`,
    `/1/indexes/tool-fyi?query=${text}&filters=${text}&page=${text}`,
    `/1/indexes/tool-fyi?facetFilters=${text}&facets=${text}&attributesToSnippet=${text}&typoTolerance=${text}`,
    `/1/indexes/tool-fyi?filters=tags:"${text}"&highlightPreTag=${text}`,
    `/api/images/${text}/${text}`,
    `/api/tiles/${text}.svg`,
    `/api/user/login/google/callback?state=${text}&code=${text}`,
    `/api/identity/local?provider=google.com&state=${text}&code_challenge=${text}&origin=${text}`,
    `/api/${text}`,
  ];
  const bodies = (value: unknown) => [
    { query: value },
    { query: 'a', filters: value, facetFilters: [value], facets: value },
    { query: 'a', hitsPerPage: value, length: value, offset: value, attributesToRetrieve: [value] },
    { query: 'a', params: value, highlightPostTag: value, snippetEllipsisText: value },
    value,
  ];

  it('hostile texts in paths and queries', async () => {
    const target = await createFuzzTarget(api.deps());
    for (const text of HOSTILE_TEXTS) {
      for (const path of paths(encodeText(text))) {
        const { status } = await target.fetch(path, { headers: { host: 'localhost:3000' } });
        expect([path, status < 500]).toEqual([path, true]);
      }
    }
  });

  it('hostile values in search requests', async () => {
    const target = await createFuzzTarget(api.deps());
    const draw = new Draw(1);
    for (let round = 0; round < 100; round += 1) {
      for (const search of bodies(hostileValue(draw))) {
        const body = JSON.stringify(search);
        const { status } = await target.fetch('/1/indexes/tool-fyi/query', { method: 'POST', body });
        expect([body, status < 500]).toEqual([body, true]);
      }
    }
  });
});

describe('the fuzzer notices', () => {
  const documented = z.looseObject({ paths: z.looseObject({ '/tags': z.unknown() }) });
  const respond = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));
  const reasons = async (send: () => Promise<Response>) => {
    const target = await createFuzzTarget(api.deps());
    const { paths, ...document } = documented.parse(target.document);
    const oneCall = { ...document, paths: { '/tags': paths['/tags'] } };
    const { failures } = await fuzz({ ...target, document: oneCall, send }, { seed: 1, count: 1 });
    return failures.map(({ reason }) => reason);
  };
  const failure = { isError: true, code: 'internal', message: 'x', requestId: 'x' };

  it.each([
    ['a status of 500', respond(500, failure), /^500: /],
    ['a status that the document does not have', respond(418, failure), /no status 418/],
    ['a body outside of the schema', respond(200, { isError: false, tags: 1 }), /200 outside .*: tags/],
    ['a field that the document does not have', respond(400, { ...failure, stack: 'x' }), /400 outside/],
    ['a body that is not JSON', () => Promise.resolve(new Response('<p>')), /200 outside/],
  ])('%s', async (_, send, reason) => {
    expect(await reasons(send)).toEqual([expect.stringMatching(reason)]);
  });
});
