import { joinSentences } from '@/lib/texts/sentences';
import { compileMessage } from '@/lib/texts/compile';
import { provideCatalog } from '@/lib/texts/language';

afterEach(() => {
  provideCatalog(undefined);
  document.dir = '';
});

it('puts one sentence after the other, and leaves out what is missing', () => {
  expect(joinSentences(['One.', undefined, '', 'Two.', false, null, 'Three.'])).toBe('One. Two. Three.');
  expect(joinSentences([])).toBe('');
});

it.each([
  ['de', '{before} {next}', 'Eins. Zwei. Drei.', ['Eins.', 'Zwei.', 'Drei.']],
  ['es', '{before} {next}', 'Uno. ¿Dos? Tres.', ['Uno.', '¿Dos?', 'Tres.']],
  ['ar', '{before} {next}', 'واحد. اثنان؟ ثلاثة.', ['واحد.', 'اثنان؟', 'ثلاثة.']],
  ['ja', '{before}{next}', '一です。二です。三です。', ['一です。', '二です。', '三です。']],
  ['zh', '{before}{next}', '一句。两句。三句。', ['一句。', '两句。', '三句。']],
])('leaves the space between sentences to the language: %s', (language, message, joined, sentences) => {
  const messages = new Map([['sentences.next', compileMessage(message)]]);
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  provideCatalog({ language, direction, prefix: '', messages });
  document.dir = direction;
  expect(joinSentences(sentences)).toBe(joined);
});
