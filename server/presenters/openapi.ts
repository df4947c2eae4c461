import { type Access, type Call, failuresOf, limitsOf, nothing, type Schema } from '@/lib/contract/call';
import { ERROR_STATUS, failure } from '@/lib/contract/errors';
import { inputSchemaOf, objectSchema, outputSchemaOf } from '@/lib/contract/calls';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { rateLimit } from '@/lib/contract/rate-limits';
import { say, t } from '@/lib/texts/texts';

type JSONSchema = Record<string, unknown>;

type Site = { siteName: string; siteURL: string; serverURL: string };

export function presentOpenAPI(calls: readonly Call[], { siteURL, serverURL }: Site) {
  const paths: Record<string, JSONSchema> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method]: presentOperation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: t('developers.title', '{siteName} API' /* a page for developers */),
      version: '1',
      description: t(
        'api.description',
        'Every response is JSON. A success has `isError: false`. A failure has `isError: true`, a `code`, a `message` for people and the `requestId` of the log. Send `originUrl`, the URL of your own page, with every call. Every call has rate limits, listed in `x-rate-limits`; the headers `RateLimit-Policy` and `RateLimit` tell what is left of them, and `Retry-After` how many seconds to wait after `rate_limited`.',
      ),
    },
    servers: [{ url: serverURL.startsWith('/') ? siteURL + serverURL : serverURL }],
    paths,
    components: {
      schemas: { Failure: outputSchemaOf(failure) },
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'accessToken',
          description: t('api.accessToken', '`Bearer ` and the session token.'),
        },
      },
    },
  };
}

function presentOperation(call: Call): JSONSchema {
  return {
    operationId: operationId(call),
    summary: say(call.summary),
    ...(call.deprecation && { deprecated: true }),
    description: accessWords[call.access](),
    security: call.access === 'anyone' ? [] : [{ accessToken: [] }],
    'x-rate-limits': presentRateLimits(call),
    parameters: [...presentParameters('path', call.params), ...presentParameters('query', call.query)],
    ...(call.body !== nothing && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          call.bodyTypes.map((type) => [type, { schema: inputSchemaOf(call.body) }]),
        ),
      },
    }),
    responses: {
      [call.status]: {
        description: t('api.success', 'Success.' /* the answer of a call */),
        content: { 'application/json': { schema: presentEnvelope(outputSchemaOf(call.answer)) } },
      },
      ...(call.bodyTypes.includes('application/x-www-form-urlencoded') && {
        303: {
          description: t(
            'api.redirectToPage',
            'To a page of the site, for a browser that posts a form and accepts `text/html`.',
          ),
        },
      }),
      ...(call.isMovable && {
        308: {
          description: t(
            'api.redirectToSlug',
            'For a former slug, to the same call with the present one. The body is a failure.',
          ),
        },
      }),
      ...Object.fromEntries(
        failuresOf(call).map((code) => [
          ERROR_STATUS[code],
          {
            description: `\`${code}\``,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        ]),
      ),
    },
  };
}

const accessWords: Record<Access, () => string> = {
  anyone: () => t('api.forAnyone', 'For anyone.' /* who may make a call */),
  account: () =>
    t(
      'api.forAccounts',
      'For every signed-in user, including banned users and users who have requested deletion.',
    ),
  member: () => t('api.forMembers', 'For members.' /* who may make a call */),
  moderator: () => t('api.forModerators', 'For moderators and admins.'),
  admin: () => t('api.forAdmins', 'For admins.' /* who may make a call */),
};

/** The calls allowed within a span of seconds, and whose calls are counted together. */
export const presentRateLimits = (call: Call) =>
  limitsOf(call).map((name) => {
    const { calls, spanMs, by } = rateLimit(name);
    return { name, calls, seconds: spanMs / SECOND_MS, by };
  });

function operationId({ method, path }: Call): string {
  const words = path.split(/[^a-zA-Z0-9]+/).filter(Boolean);
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function presentParameters(place: 'path' | 'query', schema: Schema): JSONSchema[] {
  const { properties, required } = objectSchema.parse(inputSchemaOf(schema));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function presentEnvelope(schema: JSONSchema): JSONSchema {
  const { properties, required } = objectSchema.parse(schema);
  return {
    ...schema,
    properties: { isError: { const: false }, ...properties },
    required: ['isError', ...required],
  };
}
