import type { Deps } from '@/server/deps';
import { type Field, readFacts } from '@/server/fields/field';
import { readSiteFile } from '@/server/fields/site-file';
import { listValuesAfter } from '@/server/queries/products/product-values';
import { inEnglish } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

export type KeyReview = {
  key: string;
  storedCount: number;
  /** How many of them pages show today, and would show with the file. */
  shownNowCount: number;
  shownThenCount: number;
  /** The key of the field that would show them; null if the file has none. */
  shownAs: string | null;
  problem: string | null;
};

/** Of one statement and one turn of the event loop, so that requests of visitors run in between. */
const productsPerStep = 100;

/**
 * Says what another site file would do to the stored values, in English for the terminal, and changes nothing.
 *
 * @param text the content of the file.
 * @throws ConfigError when the file cannot be used.
 */
export async function reviewFields(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { text, name }: { text: string; name: string },
): Promise<KeyReview[]> {
  const fields = readSiteFile(text, name);
  const byKey = new Map(
    fields.flatMap((field) => [field.key, ...field.formerKeys].map((key) => [key, field])),
  );
  const reviews = new Map<string, KeyReview>();
  let after = '0';
  for (;;) {
    const rows = await listValuesAfter(db, { productId: after, limit: productsPerStep });
    for (const product of byProduct(rows).values()) {
      const now = shownKeys(env.fields, product);
      const then = shownKeys(fields, product);
      for (const { field: key, value } of product) {
        const field = byKey.get(key);
        const review = reviews.get(key) ?? emptyReview(key, field);
        reviews.set(key, review);
        review.storedCount += 1;
        review.shownNowCount += now.has(key) ? 1 : 0;
        review.shownThenCount += then.has(key) ? 1 : 0;
        if (field && review.problem === null && !then.has(key))
          review.problem = inEnglish(() => problemOf(field, value));
      }
    }
    const last = rows.at(-1);
    if (!last) return [...reviews.values()].toSorted((one, other) => one.key.localeCompare(other.key, 'en'));
    after = last.productId;
  }
}

function byProduct<Row extends { productId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const products = new Map<string, Row[]>();
  for (const row of rows) products.set(row.productId, [...(products.get(row.productId) ?? []), row]);
  return products;
}

const shownKeys = (fields: readonly Field[], rows: Parameters<typeof readFacts>[1]) =>
  new Set(readFacts(fields, rows).map(({ stored }) => stored.field));

const emptyReview = (key: string, field: Field | undefined): KeyReview => ({
  key,
  storedCount: 0,
  shownNowCount: 0,
  shownThenCount: 0,
  shownAs: field?.key ?? null,
  problem: null,
});

function problemOf(field: Field, value: unknown): string {
  const reading = field.read(value);
  if ('problem' in reading)
    return t('fieldReview.unreadable', "{value} can't be read. {problem}", {
      value: JSON.stringify(value).slice(0, 60),
      problem: reading.problem,
    });
  return t('fieldReview.newerValue', '“{key}” has a newer value.', { key: field.key });
}
