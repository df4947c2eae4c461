import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { listAlternativesCall } from '@/lib/contract/alternative';
import { listFieldsCall } from '@/lib/contract/field';
import { COMPARED_MAX, searchIndexName } from '@/lib/contract/plain/site';
import { PRODUCT_LIMITS, PRODUCT_SORTS, type ListedProduct, TOP_PERIODS } from '@/lib/contract/product';
import { listProductsCall } from '@/lib/contract/product-list';
import { filledHit, SEARCH_LIMITS } from '@/lib/contract/search';
import { listTagsCall } from '@/lib/contract/tag';
import { joinSentences } from '@/lib/texts/sentences';
import { currentContext, runInContext } from '@/server/base/async-context';
import type { Deps } from '@/server/deps';
import type { ServerEnv } from '@/server/config/env';
import { filterFieldsOf } from '@/server/fields/field';
import {
  presentForAgent,
  presentFoundForAgent,
  presentWholeForAgent,
} from '@/server/presenters/agent-product';
import { VERSION } from '@/server/version';
import {
  answer,
  type Ask,
  askForList,
  productCallPath,
  queryOf,
  read,
  readProduct,
  readSimilar,
  withoutIsolatesIn,
} from './tool-answers';
import { t } from '@/lib/texts/texts';

/** An agent reads the description with every request that it makes of its model. */
const FILTERS_DESCRIPTION_CHARS_MAX = 1_000;

declare module '@/server/base/async-context' {
  interface AsyncContext {
    ask?: Ask;
  }
}

/**
 * Serves the directory to agents: https://modelcontextprotocol.io over HTTP, without sessions. All tools only read, and
 * ask the calls that pages ask.
 */
export function createMcpServing({ env, logger }: Pick<Deps, 'env' | 'logger'>) {
  const handler = createMcpHandler(
    () => {
      const { ask } = currentContext();
      if (!ask) throw new Error('An agent is served outside of a request.');
      return createServer(env, ask);
    },
    {
      // The server never announces a change, so a client has no use for a subscription.
      maxSubscriptions: 1,
      onerror: (error) => logger.debug({ err: error }, 'A request of an agent was refused.'),
    },
  );
  return async (request: Request, message: unknown, ask: Ask) =>
    withoutIsolatesIn(await runInContext({ ask }, () => handler.fetch(request, { parsedBody: message })));
}

/** Names the fields with their values, so that an agent can filter without asking for them first. */
function describeFilters({ fields }: Pick<ServerEnv, 'fields'>): string {
  const form = t(
    'mcp.filtersForm',
    'Such as `key=value,value&key=value`. Commas mean or, ampersands mean and.',
  );
  const described = filterFieldsOf(fields).map(({ key, filter }) => {
    if (filter.kind === 'choices') {
      const values = filter.choices.map(({ value }) => value).join(', ');
      return t('mcp.filterOfChoices', '{key}: {values}.' /* a field, and what it can be */, { key, values });
    }
    if (filter.kind === 'texts') return t('mcp.filterOfTexts', '{key}: see list_fields.', { key });
    if (filter.unit !== undefined)
      return t('mcp.filterOfUnits', '{key}: from..to, in {unit}.', { key, unit: filter.unit });
    return filter.of === 'day'
      ? t('mcp.filterOfDays', '{key}: from..to, in days.', { key })
      : t('mcp.filterOfNumbers', '{key}: from..to, in numbers.', { key });
  });
  const whole = joinSentences([form, ...described]);
  return whole.length <= FILTERS_DESCRIPTION_CHARS_MAX
    ? whole
    : joinSentences([form, t('mcp.seeFields', 'See list_fields.' /* the name of a tool for agents */)]);
}

function createServer(env: ServerEnv, ask: Ask): McpServer {
  const filters = z.string().max(2_000).optional().describe(describeFilters(env));
  const slug = z
    .string()
    .min(1)
    .max(300)
    .describe(t('mcp.slug', 'The last part of the path of its page, or its name.'));
  const after = z.string().max(300).optional().describe(t('mcp.after', 'The nextCursor of the page before.'));
  const { siteName, siteNoun, siteDescription } = env;
  const server = new McpServer(
    { name: siteName, version: VERSION, websiteUrl: env.siteURL },
    {
      instructions: t('mcp.instructions', '{siteName}: {description} All calls only read.', {
        description: siteDescription,
      }),
    },
  );
  const annotations = { readOnlyHint: true, openWorldHint: false } as const;
  const presentAll = (products: readonly ListedProduct[]) =>
    products.map((product) => presentForAgent(product, env));

  server.registerTool(
    'search',
    {
      title: t('mcp.searchTitle', 'Search {nouns}' /* a tool for agents */),
      description: t(
        'mcp.searchDescription',
        'Finds {nouns} by words in names, tags and texts. Corrects typing mistakes. Those that have some of the words follow where few have all: `without` names what they lack.',
      ),
      inputSchema: z.object({
        query: z.string().max(SEARCH_LIMITS.queryCharsMax),
        limit: z.int().min(1).max(PRODUCT_LIMITS.pageSizeMax).default(10),
      }),
      annotations,
    },
    ({ query, limit }) =>
      answer(async () => {
        const path = `/1/indexes/${searchIndexName(siteNoun)}/query`;
        const shape = { hitsPerPage: limit, attributesToHighlight: [], fillPageWithSomeWords: true };
        const { hits } = z
          .object({ hits: z.array(filledHit) })
          .parse(await read(ask(path, { query, ...shape })));
        return { found: hits.map((hit) => presentFoundForAgent(hit, env)) };
      }),
  );

  server.registerTool(
    'get',
    {
      title: t('mcp.getTitle', 'Read about a {noun}'),
      description: t(
        'mcp.getDescription',
        'Everything that the site knows of one {noun}: texts, facts, tags, upvotes and similar {nouns}.',
      ),
      inputSchema: z.object({ slug }),
      annotations,
    },
    ({ slug }) =>
      answer(async () => ({
        found: presentWholeForAgent(await readProduct(ask, slug), env),
        similar: (await readSimilar(ask, slug)).map((each) => presentForAgent(each, env)),
      })),
  );

  server.registerTool(
    'list',
    {
      title: t('mcp.listTitle', 'List {nouns}' /* a tool for agents */),
      description: t(
        'mcp.listDescription',
        'Ranked {nouns}, of a tag or all, page by page, filtered by facts.',
      ),
      inputSchema: z.object({
        sort: z.enum(PRODUCT_SORTS).default('hot'),
        period: z
          .enum(TOP_PERIODS)
          .default('all')
          .describe(t('mcp.period', 'For the sort top: when they were listed.')),
        tag: z.string().max(300).optional().describe(t('mcp.tag', 'The slug of a tag: see list_tags.')),
        ...{ filters, after },
        limit: z.int().min(1).max(PRODUCT_LIMITS.pageSizeMax).default(10),
      }),
      annotations,
    },
    (query) =>
      answer(async () => {
        const { products, nextCursor } = listProductsCall.answer.parse(await read(askForList(ask, query)));
        return { found: presentAll(products), nextCursor };
      }),
  );

  server.registerTool(
    'list_alternatives',
    {
      title: t('mcp.alternativesTitle', 'List alternatives to a {noun}'),
      description: t(
        'mcp.alternativesDescription',
        'What members use instead of one {noun}, the most upvoted first.',
      ),
      inputSchema: z.object({ slug, filters, after }),
      annotations,
    },
    ({ slug, ...query }) =>
      answer(async () => {
        const path = `${productCallPath(slug)}/alternatives${queryOf(query)}`;
        const { alternatives, nextCursor } = listAlternativesCall.answer.parse(await read(ask(path)));
        const found = alternatives.map(({ product, upvoteCount }) => ({
          ...presentForAgent(product, env),
          upvotesAsAlternative: upvoteCount,
        }));
        return { found, nextCursor };
      }),
  );

  server.registerTool(
    'compare',
    {
      title: t('mcp.compareTitle', 'Compare {nouns}' /* a tool for agents */),
      description: t(
        'mcp.compareDescription',
        'Up to {max} {nouns} with their facts, and the page that shows them side by side.',
        { max: COMPARED_MAX },
      ),
      inputSchema: z.object({ slugs: z.array(slug).min(2).max(COMPARED_MAX) }),
      annotations,
    },
    ({ slugs }) =>
      answer(async () => ({
        found: await Promise.all(
          slugs.map(async (each) => presentWholeForAgent(await readProduct(ask, each), env)),
        ),
        page: `${env.siteURL}/compare/${slugs.map(encodeURIComponent).join('-vs-')}`,
      })),
  );

  server.registerTool(
    'list_tags',
    {
      title: t('mcp.tagsTitle', 'List tags' /* a tool for agents */),
      description: t('mcp.tagsDescription', 'All tags with the number of their {nouns}.'),
      inputSchema: z.object({}),
      annotations,
    },
    () => answer(async () => ({ found: listTagsCall.answer.parse(await read(ask('/tags'))).tags })),
  );

  server.registerTool(
    'list_fields',
    {
      title: t('mcp.fieldsTitle', 'List fields' /* a tool for agents */),
      description: t(
        'mcp.fieldsDescription',
        'The facts that the site collects of each {noun}, and the values that lists can be filtered by.',
      ),
      inputSchema: z.object({}),
      annotations,
    },
    () => answer(async () => ({ found: listFieldsCall.answer.parse(await read(ask('/fields'))).fields })),
  );

  return server;
}
