import { provideCatalog } from '@/lib/texts/language';
import { formatAll, formatAny, formatChoices, formatRow, formatWords } from '@/lib/texts/lists';

afterEach(() => {
  provideCatalog(undefined);
  globalThis.scriptLanguage = undefined;
});

it.each([
  ['en', 'a, b, and c', 'a, b and c', 'a, b, or c', 'a or b or c', 'a, b, c'],
  ['de', 'a, b und c', 'a, b und c', 'a, b oder c', 'a oder b oder c', 'a, b und c'],
  ['zh', 'a、b和c', 'a、b和c', 'a、b或c', 'a或b或c', 'a、b、c'],
  ['ja', 'a、b、c', 'a、b、c', 'a、b、またはc', 'aまたはbまたはc', 'a、b、c'],
])('joins lists as people do in %s', (language, all, words, any, choices, row) => {
  provideCatalog({ language, direction: 'ltr', prefix: '', messages: new Map() });
  globalThis.scriptLanguage = language;
  const joined = [formatAll, formatWords, formatAny, formatChoices, formatRow].map((join) =>
    join(['a', 'b', 'c']),
  );
  expect(joined).toEqual([all, words, any, choices, row]);
  expect([formatAll, formatWords, formatAny, formatChoices, formatRow].map((join) => join(['a']))).toEqual(
    Array(5).fill('a'),
  );
});
