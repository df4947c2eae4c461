import { SEARCH_LIMITS, type SearchRecord } from '@/lib/contract/search';
import { iconURL } from '@/lib/contract/plain/image-url';
import { productPathFor } from '@/lib/contract/plain/site';
import { readFacets, type Field } from '@/server/fields/field';
import type { SearchHitRow } from '@/server/queries/search/search-hits';
import { readSelected } from './facet-answer';
import { endOfRead, Highlighter } from './highlight';
import type { Reading } from './search';

/** Searchable attributes, in the order of their weight. */
const searchedAttributes = ['title', 'content', 'tags'] as const;
type SearchedAttribute = (typeof searchedAttributes)[number];

type HitParams = {
  attributesToRetrieve?: readonly string[] | undefined;
  attributesToHighlight?: readonly string[] | undefined;
  attributesToSnippet?: readonly string[] | undefined;
  highlightPreTag: string;
  highlightPostTag: string;
  snippetEllipsisText: string;
};

/** Makes hits of Algolia's format for one answer. They share what highlighting may take. */
export function makeHitPresenter(
  params: HitParams,
  { reading, hits, share }: { reading: Reading; hits: readonly SearchRecord[]; share: number | undefined },
) {
  const tags = { pre: params.highlightPreTag, post: params.highlightPostTag };
  const highlighter = new Highlighter(reading, { tags, ...(share !== undefined && { share }) });
  let hitsLeft = hits.length;
  const cutContent = makeContentCutter(hits, SEARCH_LIMITS.contentCharsMax * (share ?? 1));
  const isRetrieved = readRetrieved(params.attributesToRetrieve);
  const highlighted = searchedAttributes.filter(readSelected(params.attributesToHighlight ?? ['*']));
  const snippets = readSnippets(params.attributesToSnippet ?? []);

  const forEachText = <Part>(value: string | readonly string[], make: (text: string) => Part) =>
    typeof value === 'string' ? make(value) : value.map(make);

  const present = (hit: SearchRecord) => ({
    ...Object.fromEntries(
      Object.entries(hit).filter(([attribute]) => attribute === 'objectID' || isRetrieved(attribute)),
    ),
    ...(highlighted.length > 0 && {
      _highlightResult: Object.fromEntries(
        highlighted.map((attribute) => [
          attribute,
          forEachText(hit[attribute], (value) => highlighter.highlight(value)),
        ]),
      ),
    }),
    ...(snippets.length > 0 && {
      _snippetResult: Object.fromEntries(
        snippets.map(({ attribute, wordCount }) => [
          attribute,
          forEachText(hit[attribute], (value) =>
            highlighter.snippet(value, wordCount, params.snippetEllipsisText),
          ),
        ]),
      ),
    }),
  });
  return (hit: SearchRecord) => {
    highlighter.beginHit(hitsLeft);
    hitsLeft -= 1;
    return present(cutContent(hit));
  };
}

/** Cuts the longer contents of an answer if they are too long together. */
function makeContentCutter(hits: readonly SearchRecord[], charsMax: number) {
  const isWhole = hits.reduce((sum, { content }) => sum + content.length, 0) <= charsMax;
  const ownMax = Math.floor(charsMax / Math.max(1, hits.length));
  return (hit: SearchRecord): SearchRecord =>
    isWhole || hit.content.length <= ownMax
      ? hit
      : { ...hit, content: `${hit.content.slice(0, endOfRead(hit.content, ownMax))}…` };
}

/** Reads `*`, names, and `-name` for all attributes except this one. */
export function readRetrieved(names: readonly string[] = ['*']): (attribute: string) => boolean {
  return (attribute) => !names.includes(`-${attribute}`) && readSelected(names)(attribute);
}

/** The last entry of an attribute decides its number of words. */
function readSnippets(names: readonly string[]): { attribute: SearchedAttribute; wordCount: number }[] {
  const wordCounts = new Map<SearchedAttribute, number>();
  for (const entry of names) {
    const [name = '', words] = entry.split(':');
    const wordCount = Number(words) > 0 ? Number(words) : SEARCH_LIMITS.snippetWords;
    for (const attribute of searchedAttributes.filter(readSelected([name])))
      wordCounts.set(attribute, wordCount);
  }
  return Array.from(wordCounts, ([attribute, wordCount]) => ({ attribute, wordCount }));
}

/** Presents a product as a search hit, for the embedded search and for Algolia. */
export function presentSearchHit(
  row: SearchHitRow,
  { serverURL, siteNoun, fields }: { serverURL: string; siteNoun: string; fields: readonly Field[] },
): SearchRecord {
  return {
    objectID: row.id,
    id: row.id,
    title: row.name,
    imageURL: iconURL(row, serverURL),
    url: productPathFor(siteNoun, row.slug),
    content: row.content,
    tags: row.tags,
    upvoteCount: row.upvoteCount,
    ...Object.fromEntries(readFacets(fields, row.values).map(({ key, attribute }) => [key, attribute])),
  };
}
