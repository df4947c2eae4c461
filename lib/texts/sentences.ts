import { t } from '@/lib/texts/texts';

/** Whole sentences, one after the other. Chinese and Japanese have no space between them. */
export const joinSentences = (sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.reduce<string>((before, next) => {
    if (!next) return before;
    if (before === '') return next;
    return t(
      'sentences.next',
      '{before} {next}' /* two whole sentences; leave out the space if the language has none between sentences */,
      { before, next },
    );
  }, '');
