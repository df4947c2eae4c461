import type { Deps } from '@/server/deps';
import { mapInSlices } from '@/server/base/iterate';
import { shownLanguages } from '@/server/presenters/languages';
import { noteContentChanges } from '@/server/queries/public-changes';
import { listUnreadTexts, READ_KINDS, storeLanguages } from '@/server/queries/products/text-languages';
import { languagesOf } from '@/server/text/language';
import { plainText } from '@/server/text/plain-text';

/** Code is in no language. */
const withoutCode = (html: string) => html.replace(/<(pre|code)\b[^>]*>.*?<\/\1>/gs, ' ');

/**
 * Finds out in which languages texts of products are that were stored or changed.
 *
 * @returns how many products were read, without those that changed during the reading.
 */
export async function readLanguages({ db }: Pick<Deps, 'db'>, limit: number): Promise<number> {
  let readCount = 0;
  for (const kind of READ_KINDS) {
    const unread = await listUnreadTexts(db, kind, limit);
    if (unread.length === 0) continue;
    const read = await mapInSlices(unread, ({ texts: { description = '', ...texts }, ...row }) => ({
      ...row,
      languages: languagesOf({ ...texts, description: plainText(withoutCode(description)) }),
    }));
    const stored = new Set(await storeLanguages(db, kind, read));
    const shown = read.filter(({ id, languages }) => stored.has(id) && shownLanguages(languages));
    if (shown.length > 0)
      await noteContentChanges(
        db,
        shown.map(({ id }) => id),
      );
    readCount += stored.size;
  }
  return readCount;
}
