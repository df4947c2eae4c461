import * as z from 'zod/mini';
import { currentCatalog, inEnglish } from '@/lib/texts/language';
import { formatAll } from '@/lib/texts/lists';
import { say, type Text, withoutIsolates } from '@/lib/texts/texts';

/**
 * A text that is said when it is shown, because what keeps it outlives the language of the site: a row, an answer of a
 * worker, an error. A sentence is somebody's own, or from before texts were kept.
 */
export type KeptText = string | NestedText | StoredText;

/** @param texts values that are texts themselves, or rows of texts. */
type NestedText = Text & { texts?: Texts };
type Texts = Readonly<Record<string, KeptText | readonly KeptText[]>>;

/** A text as it is stored, with its sentence in English for a language without it. */
type StoredText = {
  key: string;
  values?: Readonly<Record<string, string | number | boolean>>;
  texts?: Readonly<Record<string, StoredPart | readonly StoredPart[]>>;
  sentence: string;
};
type StoredPart = string | StoredText;

/** Adds values that are texts, in place of those that the compiler asks for. */
export const withTexts = (text: Text, texts: Texts): KeptText => ({ ...text, texts });

const isRow = (part: Texts[string]): part is readonly KeptText[] => Array.isArray(part);

/** The sentence in the language of this process. */
export function sayKept(kept: KeptText): string {
  if (typeof kept === 'string') return kept;
  const { key, values, texts = {} } = kept;
  if ('sentence' in kept && !currentCatalog()?.messages.has(key)) return kept.sentence;
  const english = 'sentence' in kept ? kept.sentence : kept.english;
  const said = Object.entries(texts).map(
    ([name, part]) => [name, isRow(part) ? formatAll(part.map(sayKept)) : sayKept(part)] as const,
  );
  return say({ key, english, values: { ...values, ...Object.fromEntries(said) } });
}

/** The sentence for the terminal and the log. */
export const sayInEnglish = (kept: KeptText): string => withoutIsolates(inEnglish(() => sayKept(kept)));

/** What a column keeps of a text. */
export const packText = (kept: KeptText): string =>
  typeof kept === 'string' ? kept : JSON.stringify(store(kept));

function store(kept: KeptText): StoredPart {
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
    sentence: sayInEnglish(kept),
  };
}

const storedText: z.ZodMiniType<StoredText> = z.object({
  key: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  texts: z.optional(
    z.record(
      z.string(),
      z.lazy(() => z.union([storedPart, z.array(storedPart)])),
    ),
  ),
  sentence: z.string(),
});
const storedPart = z.union([z.string(), storedText]);

/** What a column has kept. */
export function unpackText(column: string): KeptText {
  if (!column.startsWith('{"key":')) return column;
  try {
    return storedText.safeParse(JSON.parse(column)).data ?? column;
  } catch {
    return column;
  }
}
