import * as z from 'zod/mini';
import { text } from '@/lib/texts/texts';
import { defineCall, limitsOf } from '@/lib/contract/call';
import { CALLS } from '@/lib/contract/calls';
import { presentOpenAPI, presentRateLimits } from '@/server/presenters/openapi';

const site = { siteName: 'Listgrove', siteURL: 'https://site.example', serverURL: '/api' };
const failure = (code: string) => ({
  description: `\`${code}\``,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});
const failures = (...codes: [number, string][]) =>
  Object.fromEntries(codes.map(([status, code]) => [status, failure(code)]));
const success = (properties: object, required: readonly string[]) => ({
  description: 'Success.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { isError: { const: false }, ...properties },
        required: ['isError', ...required],
        additionalProperties: false,
      },
    },
  },
});
const anyText = { type: 'string' };

it('describes calls, each with its parameters, body, access, limits and failures', () => {
  const read = defineCall({
    method: 'get',
    path: '/things/:thingId/parts',
    summary: text('test.parts', 'The parts of a thing.'),
    params: z.object({ thingId: z.string() }),
    query: z.object({ after: z.optional(z.string()), sort: z.enum(['new', 'old']) }),
    answer: z.object({ parts: z.array(z.string()), next: z.optional(z.string()) }),
    errors: ['not_found'],
  });
  const write = defineCall({
    method: 'post',
    path: '/things/:thingId/parts',
    summary: text('test.adds', 'Adds a part.'),
    access: 'admin',
    params: z.object({ thingId: z.string() }),
    body: z.object({ name: z.string() }),
    bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
    status: 201,
    answer: z.object({}),
    errors: ['conflict'],
  });
  const { paths, ...document } = presentOpenAPI([read, write], site);

  expect(document).toEqual({
    openapi: '3.1.0',
    info: {
      title: 'Listgrove API',
      version: '1',
      description: expect.stringMatching(/^Every response is JSON\./),
    },
    servers: [{ url: 'https://site.example/api' }],
    components: {
      schemas: { Failure: expect.objectContaining({ type: 'object' }) },
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'accessToken',
          description: '`Bearer ` and the session token.',
        },
      },
    },
  });
  const thingId = { name: 'thingId', in: 'path', required: true, schema: anyText };
  expect(paths).toEqual({
    '/things/{thingId}/parts': {
      get: {
        operationId: 'getThingsThingIdParts',
        summary: 'The parts of a thing.',
        description: 'For anyone.',
        security: [],
        'x-rate-limits': [{ name: 'readByAddress', calls: 600, seconds: 60, by: 'address' }],
        parameters: [
          thingId,
          { name: 'after', in: 'query', required: false, schema: anyText },
          { name: 'sort', in: 'query', required: true, schema: { type: 'string', enum: ['new', 'old'] } },
        ],
        responses: {
          200: success({ parts: { type: 'array', items: anyText }, next: anyText }, ['parts']),
          ...failures(
            [400, 'bad_request'],
            [404, 'not_found'],
            [429, 'rate_limited'],
            [500, 'internal'],
            [503, 'unavailable'],
          ),
        },
      },
      post: {
        operationId: 'postThingsThingIdParts',
        summary: 'Adds a part.',
        description: 'For admins.',
        security: [{ accessToken: [] }],
        'x-rate-limits': [
          { name: 'changeByAddress', calls: 600, seconds: 60, by: 'address' },
          { name: 'moderateByUser', calls: 120, seconds: 60, by: 'user' },
        ],
        parameters: [thingId],
        requestBody: {
          required: true,
          content: Object.fromEntries(
            write.bodyTypes.map((type) => [
              type,
              { schema: { type: 'object', properties: { name: anyText }, required: ['name'] } },
            ]),
          ),
        },
        responses: {
          201: success({}, []),
          303: {
            description: 'To a page of the site, for a browser that posts a form and accepts `text/html`.',
          },
          ...failures(
            [400, 'bad_request'],
            [401, 'unauthenticated'],
            [403, 'forbidden'],
            [409, 'conflict'],
            [413, 'too_large'],
            [415, 'unsupported_media'],
            [429, 'rate_limited'],
            [500, 'internal'],
            [503, 'unavailable'],
          ),
        },
      },
    },
  });
});

it('names the server of another origin', () => {
  const { servers } = presentOpenAPI([], { ...site, serverURL: 'https://api.example/v1' });
  expect(servers).toEqual([{ url: 'https://api.example/v1' }]);
});

it('tells the limits of each call', () => {
  for (const call of CALLS) {
    expect(presentRateLimits(call).map(({ name }) => name)).toEqual(limitsOf(call));
  }
  const upvote = CALLS.find(({ method, path }) => method === 'put' && path.includes('upvotes'));
  expect(upvote && presentRateLimits(upvote)).toEqual([
    { name: 'changeByAddress', calls: 600, seconds: 60, by: 'address' },
    { name: 'upvoteByUser', calls: 30, seconds: 60, by: 'user' },
    { name: 'upvoteByUserPerDay', calls: 200, seconds: 86_400, by: 'user' },
    { name: 'upvoteByAddress', calls: 300, seconds: 3_600, by: 'address' },
  ]);
});
