import { isAboutProduct, isRepository } from '@/server/web/host-identity';
import { isPartLink, namesSite } from './label-words';
import type { LineFacts } from './line-facts';
import { type Block, wordsIn } from './list-blocks';
import { isWebLink, type LinkSegment, type Segment } from './list-tree';

type Linked = { url: string; link: LinkSegment; site?: LinkSegment; facts?: LineFacts };

/**
 * Of a product with a site and a repository in its line, the site is the link, and the repository a fact.
 *
 * @param words of the line. A badge counts: it leads to the repository as well.
 * @param sites links that a column calls the site.
 */
export function withSite<T extends Linked>(
  found: T,
  words: readonly Segment[],
  sites: readonly Segment[] = [],
): T {
  const others = words.filter(isWebLink).filter((link) => link !== found.link);
  const site = isRepository(found.url)
    ? others.find(
        (link) =>
          !link.isImage && !isAboutProduct(link.url) && (namesSite(link.text) || sites.includes(link)),
      )
    : undefined;
  const url = site?.url ?? found.url;
  const repository = site ? found.url : others.find((link) => isRepository(link.url))?.url;
  // The link to the product itself is no fact about it, and an address is no name of one.
  const extras = new Map(
    [...(found.facts?.extras ?? [])].filter(
      ([label, text]) => text !== url && !(site && text === found.url) && !/^https?:/i.test(label),
    ),
  );
  if (repository !== undefined && !isRepository(url) && !extras.has('repository'))
    extras.set('repository', repository);
  return { ...found, url, ...(site && { site }), facts: { marks: found.facts?.marks ?? [], extras } };
}

/** The only product of a line, with the repository that a label below the line leads to. */
export function withRepository<T extends Linked>(
  entries: readonly T[],
  below: readonly Block[],
): readonly T[] {
  const [only, ...others] = entries;
  const link = below
    .flatMap(wordsIn)
    .filter(isWebLink)
    .find((each) => isPartLink(each) && isRepository(each.url));
  if (!only || others.length > 0 || !link || isRepository(only.url)) return entries;
  const extras = new Map([['repository', link.url], ...(only.facts?.extras ?? [])]);
  return [{ ...only, facts: { marks: only.facts?.marks ?? [], extras } }];
}
