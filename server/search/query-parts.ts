import { readChains, segmenter, withSigns } from '@/lib/contract/plain/words';
import { fold } from '@/server/text/fold';
import {
  cutUnits,
  type QueryWord,
  queryWordsMax,
  readWindows,
  startOfRun,
  token,
  wordUnitsMax,
} from './search-text';
import { readQuerySigns } from './signs';

/**
 * A word of a query that may be missing. Words that a sign joins are one, such as "e-commerce". In scripts without spaces,
 * what a dictionary takes for a word.
 */
export type QueryPart = Omit<QueryWord, 'start' | 'end'> & {
  typed: string;
  /** The words between the signs; in scripts without spaces, the windows. A product that has all of them has the word. */
  needed: readonly string[];
};

/** Reads the words of a query that say something by themselves, in order. */
export function readQueryParts(query: string): QueryPart[] {
  const parts = readChains(query).flatMap((chain): QueryPart[] => {
    const [span, ...others] = chain;
    if (!span) return [];
    if (span.kind === 'spaced') {
      const spelled = [span, ...others].map((each) => withSigns(query, each));
      const needed = spelled.map(({ start, end }) => token(query, start, end).text).filter(Boolean);
      const text = cutUnits(needed.join(''), wordUnitsMax);
      const typed = query.slice(spelled[0]?.start, spelled.at(-1)?.end);
      return [{ typed, text, needed, isPrefix: false, kind: 'spaced' }];
    }
    const { start, end } = startOfRun(query, span);
    return Array.from(segmenter.segment(query.slice(start, end)), ({ segment }) => {
      const windows = readWindows(segment, { start: 0, end: segment.length, kind: 'unspaced' });
      const needed = (windows.length > 1 ? windows.slice(0, -1) : windows).map(({ text }) => text);
      return {
        ...{ typed: segment, text: fold(segment), needed },
        isPrefix: windows.length === 1,
        kind: 'unspaced',
      };
    });
  });
  const some = parts.filter(({ text }) => text !== '').slice(0, queryWordsMax);
  if (some.length === 0) {
    return readQuerySigns(query).map(({ start, end, ...sign }) => ({
      ...sign,
      ...{ typed: query.slice(start, end), needed: [sign.text] },
    }));
  }
  return some.map((part, index) => ({ ...part, isPrefix: part.isPrefix || index === some.length - 1 }));
}
