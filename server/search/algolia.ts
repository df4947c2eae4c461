import { algoliasearch, type BatchRequest, type IndexSettings } from 'algoliasearch';
import { searchHosts, type SearchRecord } from '@/lib/contract/search';
import { searchIndexName } from '@/lib/contract/plain/site';
import { facetsOf, type Field } from '@/server/fields/field';
import type { ServerEnv } from '@/server/config/env';

/** Settings that make Algolia rank results and tolerate typos like the embedded search. The site's own search asks for what it wants beyond these. */
const sharedSettings: IndexSettings = {
  searchableAttributes: ['unordered(title)', 'unordered(tags)', 'unordered(content)'],
  attributesToHighlight: ['title', 'content', 'tags'],
  customRanking: ['desc(upvoteCount)'],
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  queryType: 'prefixLast',
  removeWordsIfNoResults: 'none',
};

/** The facets are those of the embedded search: all can be counted and filtered, and the values of words searched. */
function settingsFor(fields: readonly Field[]): IndexSettings {
  const facets = [...facetsOf(fields).values()];
  return {
    ...sharedSettings,
    attributesForFaceting: [
      'searchable(tags)',
      ...facets.map(({ key, isNumeric }) => (isNumeric ? key : `searchable(${key})`)),
    ],
    numericAttributesForFiltering: facets.filter(({ isNumeric }) => isNumeric).map(({ key }) => key),
  };
}

/** The mirror of the products at Algolia. */
export type AlgoliaIndex = {
  /** Stores some hits and removes others. Repeating a request changes nothing. */
  write: (change: { hits: readonly SearchRecord[]; removedIds: readonly string[] }) => Promise<void>;
  applySettings: () => Promise<void>;
  /** @throws Error when the key is refused. */
  readSettings: () => Promise<void>;
  /** Replaces all hits atomically. */
  replaceAll: (hits: readonly SearchRecord[]) => Promise<void>;
};

export function openAlgoliaIndex(
  { appId, adminKey, hosts }: NonNullable<ServerEnv['algolia']>,
  { siteNoun, fields }: Pick<ServerEnv, 'siteNoun' | 'fields'>,
): AlgoliaIndex {
  const client = algoliasearch(appId, adminKey, hosts.length > 0 ? { hosts: searchHosts(hosts) } : {});
  const indexName = searchIndexName(siteNoun);
  return {
    async write({ hits, removedIds }) {
      const requests: BatchRequest[] = [
        ...hits.map((body) => ({ action: 'addObject' as const, body })),
        ...removedIds.map((objectID) => ({ action: 'deleteObject' as const, body: { objectID } })),
      ];
      if (requests.length > 0) await client.batch({ indexName, batchWriteParams: { requests } });
    },
    async applySettings() {
      await client.setSettings({ indexName, indexSettings: settingsFor(fields) });
    },
    async readSettings() {
      await client.getSettings({ indexName });
    },
    async replaceAll(hits) {
      await client.replaceAllObjects({ indexName, objects: [...hits] });
    },
  };
}
