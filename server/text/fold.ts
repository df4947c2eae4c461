import { isPlainASCII } from '@/lib/contract/plain/words';

/** Chinese and Japanese letters, which have no case and no accents. */
const unchangedText = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/;
/** Accents of Latin, Greek and Cyrillic; Hebrew points; Arabic vowel signs and tatweel. */
const droppedMarks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Letters that Unicode does not decompose. */
const letterNames: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  // Persian and Urdu keyboards have letters of their own for what looks the same.
  ی: 'ي',
  ک: 'ك',
  ٱ: 'ا',
  // At the end of a word.
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};
const ARABIC_DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];
for (const digits of ARABIC_DIGITS)
  for (const [value, digit] of Array.from(digits).entries()) letterNames[digit] = String(value);
/** The first letter of "C++" and "C#" on a Cyrillic keyboard. */
const cyrillicC = /(?<!\p{L})с(?=[+#])/gu;
const namedLetters = new RegExp(`[${Object.keys(letterNames).join('')}]`, 'g');

/** Removes case, accents and other differences that people do not type. */
export function fold(text: string): string {
  if (isPlainASCII(text)) return text.toLowerCase();
  if (unchangedText.test(text)) return text;
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(droppedMarks, '')
    .replace(namedLetters, (letter) => letterNames[letter] ?? letter)
    .replace(cyrillicC, 'c')
    .normalize('NFC');
}
