// Only for the server: the schemas of all calls are no part of a page.
import * as z from 'zod/mini';
import { call } from '@/lib/api/http';
import { API_VERSIONS, type Call, limitsOf, nothing } from '@/lib/contract/call';
import { CALLS, OPEN_CALLS, inputSchemaOf, objectSchema, outputSchemaOf } from '@/lib/contract/calls';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { listProductsCall } from '@/lib/contract/product-list';
import { rateLimit } from '@/lib/contract/rate-limits';
import { formatCount, perLanguage } from '@/lib/texts/language';
import { formatRow } from '@/lib/texts/lists';
import { say, t } from '@/lib/texts/texts';

type Parameter = { name: string; isRequired: boolean; words: string };
type OpenCall = {
  path: string;
  summary: string;
  parameters: Parameter[];
  /** The JSON Schema of the answer, indented. */
  answer: string;
  limits: string;
  /** Path and query with values of this site. Null while the site has nothing to show. */
  example: string | null;
};

export type DevelopersContent = {
  versions: string[];
  openCalls: OpenCall[];
  /** Those that need a session, or are made by forms of the site. */
  otherCalls: { name: string; summary: string; access: string }[];
};

type Product = { id: string; slug: string; submitter?: { handle: string } | null };

/** A call with values of this site, asking for little. Null if the site has none. */
function exampleOf({ path }: Pick<OpenCall, 'path'>, [product]: readonly Product[]): string | null {
  const values: Record<string, string | undefined> = {
    slug: product?.slug,
    handle: product?.submitter?.handle,
  };
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return null;
  if (path === '/alternatives') return product ? `${path}?ids=${product.id}` : null;
  const query = path === '/products' ? '?sort=new&limit=2' : '';
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? '')) + query;
}

export async function loadDevelopers(): Promise<DevelopersContent> {
  const { products } = await call(listProductsCall, { query: { sort: 'hot', limit: 1 } });
  const opens = new Set(OPEN_CALLS);
  return {
    versions: [...API_VERSIONS],
    openCalls: describedCalls().map((call) => ({ ...call, example: exampleOf(call, products) })),
    otherCalls: CALLS.filter((call) => !opens.has(call)).map(({ method, path, summary, access }) => ({
      name: `${method.toUpperCase()} ${path}`,
      summary: say(summary),
      access,
    })),
  };
}

/** What is the same for every site and request. Made once per language, because schemas take some milliseconds. */
const describedCalls = perLanguage((): Omit<OpenCall, 'example'>[] =>
  OPEN_CALLS.map((call) => ({
    path: call.path,
    summary: say(call.summary),
    parameters: [...parametersOf(call.params), ...parametersOf(call.query)],
    answer: JSON.stringify(outputSchemaOf(call.answer), null, 2),
    limits: describeLimits(call),
  })),
);

function parametersOf(schema: z.ZodMiniType): Parameter[] {
  if (schema === nothing) return [];
  const { properties, required } = objectSchema.parse(inputSchemaOf(schema));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    words: wordsOf(property),
  }));
}

const limitSchema = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.union([z.string(), z.number()]))),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  maxLength: z.optional(z.number()),
});

/** `one of hot, new, top; default hot`. */
function wordsOf(property: unknown): string {
  const parsed = limitSchema.safeParse(property);
  if (!parsed.success) return '';
  const { type, enum: choices, default: value, minimum, maximum, maxLength } = parsed.data;
  const facts = [
    choices ? t('api.oneOf', 'one of {choices}', { choices: formatRow(choices.map(String)) }) : (type ?? ''),
    ...(minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [t('api.between', '{minimum} to {maximum}', { minimum, maximum })]
      : []),
    ...(maxLength === undefined ? [] : [t('api.charsMax', 'up to {maxLength} characters', { maxLength })]),
    ...(value === undefined
      ? []
      : [t('api.byDefault', 'default {value}' /* of a parameter */, { value: String(value) })]),
  ];
  return joinFacts(facts.filter((part) => part !== ''));
}

const joinFacts = (facts: readonly string[]): string =>
  facts.length === 0
    ? ''
    : facts.reduce((before, next) =>
        t('api.nextFact', '{before}; {next}' /* two facts about a parameter or a call */, { before, next }),
      );

const describeLimits = (call: Call) =>
  joinFacts(
    limitsOf(call)
      .map(rateLimit)
      .map(({ calls, spanMs, by }) =>
        t(
          'api.limit',
          '{calls} calls in {seconds} seconds per {by, select, address {client address} user {user} identity {identity} other {recipient}}',
          { calls: formatCount(calls), seconds: spanMs / SECOND_MS, by },
        ),
      ),
  );
