import { algoliasearch, type BatchRequest, type IndexSettings, type SupportedLanguage } from 'algoliasearch';
import { searchHosts, type SearchRecord } from '@/lib/contract/search';
import { searchIndexName } from '@/lib/contract/plain/site';
import { facetsOf } from '@/server/fields/field';
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
  // "C++" and "C#" are other words than "C".
  separatorsToIndex: '+#',
};

/** The languages that Algolia knows. */
const LANGUAGES: readonly string[] =
  'af ar az bg bn ca cs cy da de el en eo es et eu fa fi fo fr ga gl he hi hu hy id is it ja ka kk ko ku ky lt lv mi mn mr ms mt nb nl no ns pl ps pt pt-br qu ro ru sk sq sv sw ta te th tl tn tr tt uk ur uz zh'.split(
    ' ',
  );
const isSupported = (language: string): language is SupportedLanguage => LANGUAGES.includes(language);

/** The site's language, by which Algolia knows the words of Chinese and Japanese. None, which means all, for a language that it does not know. */
function readLanguages(tag: string): SupportedLanguage[] {
  const { language, region } = new Intl.Locale(tag);
  const written = language === 'nn' ? 'nb' : language;
  return [`${written}-${region ?? ''}`.toLowerCase(), written].filter(isSupported).slice(0, 1);
}

type Site = Pick<ServerEnv, 'siteNoun' | 'fields' | 'siteLanguage'>;

/** The facets are those of the embedded search: all can be counted and filtered, and the values of words searched. */
function settingsFor({ fields, siteLanguage }: Site): IndexSettings {
  const languages = readLanguages(siteLanguage);
  const facets = [...facetsOf(fields).values()];
  return {
    ...sharedSettings,
    ...(languages.length > 0 && { indexLanguages: languages, queryLanguages: languages }),
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
  site: Site,
): AlgoliaIndex {
  const client = algoliasearch(appId, adminKey, hosts.length > 0 ? { hosts: searchHosts(hosts) } : {});
  const indexName = searchIndexName(site.siteNoun);
  return {
    async write({ hits, removedIds }) {
      const requests: BatchRequest[] = [
        ...hits.map((body) => ({ action: 'addObject' as const, body })),
        ...removedIds.map((objectID) => ({ action: 'deleteObject' as const, body: { objectID } })),
      ];
      if (requests.length > 0) await client.batch({ indexName, batchWriteParams: { requests } });
    },
    async applySettings() {
      await client.setSettings({ indexName, indexSettings: settingsFor(site) });
    },
    async readSettings() {
      await client.getSettings({ indexName });
    },
    async replaceAll(hits) {
      await client.replaceAllObjects({ indexName, objects: [...hits] });
    },
  };
}
