import * as z from 'zod/mini';
import { currentCatalog, inEnglish } from '@/lib/texts/language';
import { formatAll } from '@/lib/texts/lists';
import { say, type Text, text, withoutIsolates } from '@/lib/texts/texts';

/**
 * A text that is said when it is shown, because what keeps it outlives the language of the site: a row, an answer of a
 * worker, an error. A sentence is somebody's own, or from before texts were kept.
 */
export type StoredText = string | NestedText | PackedText;

/** @param texts values that are texts themselves, or rows of texts. */
type NestedText = Text & { texts?: Texts };
type Texts = Readonly<Record<string, StoredText | readonly StoredText[]>>;

/** A text as it is stored, with its sentence in English for a language without it. */
type PackedText = {
  key: string;
  values?: Readonly<Record<string, string | number | boolean>>;
  texts?: Readonly<Record<string, PackedPart | readonly PackedPart[]>>;
  sentence: string;
};
type PackedPart = string | PackedText;

/** What an own thread sends, in which functions would be missing. */
export const storedText = z.custom<StoredText>(
  (value: unknown) =>
    typeof value === 'string' || (typeof value === 'object' && value !== null && 'key' in value),
);

/** Adds values that are texts, in place of those that the compiler asks for. */
export const withTexts = (text: Text, texts: Texts): StoredText => ({ ...text, texts });

/** A moment in a text that is kept. */
export const momentOf = (at: Date): Text =>
  text('time.inUTC', '{time} UTC' /* a day and a time */, {
    time: at.toISOString().slice(0, 16).replace('T', ' '),
  });

const isRow = (part: Texts[string]): part is readonly StoredText[] => Array.isArray(part);

/** The sentence in the language of this process. */
export function sayStored(kept: StoredText): string {
  if (typeof kept === 'string') return kept;
  const { key, values, texts = {} } = kept;
  if ('sentence' in kept && !currentCatalog()?.messages.has(key)) return kept.sentence;
  const english = 'sentence' in kept ? kept.sentence : kept.english;
  const said = Object.entries(texts).map(
    ([name, part]) => [name, isRow(part) ? formatAll(part.map(sayStored)) : sayStored(part)] as const,
  );
  return say({ key, english, values: { ...values, ...Object.fromEntries(said) } });
}

/** The sentence for the terminal and the log. */
export const sayInEnglish = (kept: StoredText): string => withoutIsolates(inEnglish(() => sayStored(kept)));

/**
 * What a column keeps of a text. A site in English keeps the sentence alone, which earlier versions of the program can show, too:
 * the texts of those are English.
 */
export function packText(kept: StoredText): string {
  const column = currentCatalog() && typeof kept === 'object' ? JSON.stringify(store(kept)) : sayStored(kept);
  // Somebody's own sentence that looks like a stored text is stored as a text without translations.
  return typeof kept === 'string' && unpackText(column) !== kept
    ? JSON.stringify({ key: '', sentence: kept })
    : column;
}

function store(kept: StoredText): PackedPart {
  if (typeof kept === 'string' || 'sentence' in kept) return kept;
  const { key, values = {}, texts } = kept;
  const plain = Object.entries(values).filter(
    (entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]) && !Object.hasOwn(texts ?? {}, entry[0]),
  );
  return {
    key,
    ...(plain.length > 0 && { values: Object.fromEntries(plain) }),
    ...(texts && {
      texts: Object.fromEntries(
        Object.entries(texts).map(([name, part]) => [name, isRow(part) ? part.map(store) : store(part)]),
      ),
    }),
    sentence: inEnglish(() => sayStored(kept)),
  };
}

/** Whether a row keeps this text, in whatever language it was said. */
export function isSameText(kept: StoredText | null, text: Text): boolean {
  if (kept === null) return false;
  if (typeof kept === 'string') return kept === sayInEnglish(text);
  return factsOf(kept) === factsOf(text);
}

function factsOf(kept: StoredText): string {
  const stored = store(kept);
  return typeof stored === 'string' ? stored : JSON.stringify({ ...stored, sentence: '' });
}

const packedText: z.ZodMiniType<PackedText> = z.object({
  key: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  texts: z.optional(
    z.record(
      z.string(),
      z.lazy(() => z.union([packedPart, z.array(packedPart)])),
    ),
  ),
  sentence: z.string(),
});
const packedPart = z.union([z.string(), packedText]);

/** What a column has kept. */
export function unpackText(column: string): StoredText {
  if (!column.startsWith('{"key":')) return column;
  try {
    return packedText.safeParse(JSON.parse(column)).data ?? column;
  } catch {
    return column;
  }
}
