import { collapse } from '@/server/import/formats/clean-text';
import type { Block, Item, Words } from './list-blocks';
import { isWebLink, type WebLink } from './list-tree';

const RECURRING_CHARS_MAX = 30;
/** Fewer links of one label may be products of one name. */
const LINKS_MIN = 3;
/** A name is the first thing in its line. */
const BESIDE_SHARE_MIN = 0.8;

type Found = { count: number; besideCount: number; urls: Set<string> };

/**
 * Marks the links whose labels recur beside names, such as “Website” in any language: such a link leads to a page
 * of the product whose name stands before the link, and its label is not the name of a product.
 */
export function markLabels(blocks: readonly Block[]): void {
  const found = new Map<string, Found>();
  for (const line of blocks.flatMap(linesIn)) {
    let isBeside = false;
    for (const word of line) {
      if (word.kind === 'break') isBeside = false;
      else if (isWebLink(word)) {
        countLabel(found, word, isBeside);
        isBeside ||= HAS_LETTER.test(word.text);
      } else {
        const end = word.text.lastIndexOf('\n') + 1;
        isBeside = (end === 0 && isBeside) || HAS_LETTER.test(word.text.slice(end));
      }
    }
  }
  for (const [key, { count, besideCount, urls }] of found)
    if (urls.size < LINKS_MIN || besideCount < count * BESIDE_SHARE_MIN) found.delete(key);
  if (found.size === 0) return;
  for (const line of blocks.flatMap(linesIn))
    for (const word of line) if (word.kind === 'link' && found.has(labelKey(word.text))) word.isLabel = true;
}

const HAS_LETTER = /[\p{L}\p{N}]/u;

function countLabel(found: Map<string, Found>, { text, url }: WebLink, isBeside: boolean): void {
  const key = labelKey(text);
  if (key === '') return;
  const label = found.get(key) ?? { count: 0, besideCount: 0, urls: new Set() };
  label.count += 1;
  if (isBeside) label.besideCount += 1;
  // More than that many make no difference.
  if (label.urls.size < LINKS_MIN) label.urls.add(url);
  found.set(key, label);
}

/** Empty for a text that is no label. */
function labelKey(text: string): string {
  if (text.length > RECURRING_CHARS_MAX) return '';
  const label = collapse(text).toLowerCase();
  return /^(?:https?:|www\.)/.test(label) ? '' : label;
}

/** The words of each item, row or paragraph of a block. */
function linesIn(block: Block): Words[] {
  const inside = ({ words, blocks }: Pick<Item, 'words' | 'blocks'>) => [words, ...blocks.flatMap(linesIn)];
  if (block.kind === 'list') return block.items.flatMap(inside);
  if (block.kind === 'table')
    return block.rows.flatMap((cells) => [
      cells.flatMap(({ words }) => words),
      ...cells.flatMap(({ blocks }) => blocks.flatMap(linesIn)),
    ]);
  if (block.kind === 'details') return inside({ words: block.summary, blocks: block.blocks });
  if (block.kind === 'definition') return inside(block);
  return [block.words];
}
