import { algoliasearch, type BatchRequest, type IndexSettings } from 'algoliasearch';
import type { SearchHit } from '@/lib/contract/search';
import { searchIndexName } from '@/lib/contract/plain/site';
import type { ServerEnv } from '@/server/env';

/** Settings that make Algolia rank results and tolerate typos like the embedded search. */
const settings: IndexSettings = {
  searchableAttributes: ['unordered(title)', 'unordered(content)', 'unordered(tags)'],
  attributesForFaceting: ['tags'],
  attributesToHighlight: ['title', 'content', 'tags'],
  customRanking: ['desc(upvoteCount)'],
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  queryType: 'prefixLast',
  removeWordsIfNoResults: 'none',
};

/** The mirror of the products at Algolia. */
export type AlgoliaIndex = {
  /** Stores some hits and removes others. Repeating a request changes nothing. */
  write: (change: { hits: readonly SearchHit[]; removedIds: readonly string[] }) => Promise<void>;
  applySettings: () => Promise<void>;
  /** Replaces all hits atomically. */
  replaceAll: (hits: readonly SearchHit[]) => Promise<void>;
};

export function openAlgoliaIndex(
  { appId, adminKey }: NonNullable<ServerEnv['algolia']>,
  siteNoun: string,
  options?: Parameters<typeof algoliasearch>[2],
): AlgoliaIndex {
  const client = algoliasearch(appId, adminKey, options);
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
      await client.setSettings({ indexName, indexSettings: settings });
    },
    async replaceAll(hits) {
      await client.replaceAllObjects({ indexName, objects: [...hits] });
    },
  };
}
