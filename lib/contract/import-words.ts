import { formatNumber } from '@/lib/texts/language';
import type { LinkCounts, PartKind, SkipKind } from './import';
import { t, type Text, text } from '@/lib/texts/texts';

/** What terminal, browser and reports say of the skipped lines of each kind. */
export const SKIPPED: Record<SkipKind, Text> = {
  fault: text('importSkipped.fault', "Links that we've miscounted. That's our mistake: please report it."),
  private: text(
    'importSkipped.private',
    "Marked as private, so they're left out unless you choose otherwise.",
  ),
  unusable: text('importSkipped.unusable', 'Entries that break the rules for names, links or texts.'),
  unreadable: text('importSkipped.unreadable', "Lines that we can't read."),
  refused: text('importSkipped.refused', 'Rejected, removed or waiting for a moderator here already.'),
  leftOut: text('importSkipped.leftOut', "Entries of headings that you've left out."),
  noLink: text('importSkipped.noLink', 'Entries without a link.'),
  noWebsite: text('importSkipped.noWebsite', "Entries with a link that doesn't lead to a website."),
  contents: text('importSkipped.contents', 'Links to parts of the list, or to more lists.'),
  sponsors: text('importSkipped.sponsors', 'Links to sponsors of the list.'),
  aboutList: text('importSkipped.aboutList', 'Links about the list itself.'),
  people: text('importSkipped.people', 'Links to people.'),
  image: text('importSkipped.image', 'Images that are linked without a name.'),
  prose: text('importSkipped.prose', 'Links in running text or headings, outside of lists.'),
};

export const PARTS: Record<PartKind, Text> = {
  repository: text('importPart.repository', 'Source code' /* what a link of a list leads to */),
  demo: text('importPart.demo', 'Demo' /* what a link of a list leads to */),
  documentation: text('importPart.documentation', 'Documentation' /* what a link of a list leads to */),
  download: text('importPart.download', 'Download' /* what a link of a list leads to */),
  license: text('importPart.license', 'License' /* what a link of a list leads to */),
  badge: text('importPart.badge', 'Badge' /* what a link of a list leads to */),
  language: text('importPart.language', 'Another language' /* what a link of a list leads to */),
  also: text('importPart.also', 'Another link' /* what a link of a list leads to */),
  mention: text('importPart.mention', 'Link in its text'),
};

/** `12 links seen = 8 entries + 3 parts + 1 skipped.` Exact, because the sum is to be checked. */
export function sayLinks({ seen, entries, parts, skipped }: LinkCounts): string {
  const sum = t(
    'importLinks.sum',
    '{entries, plural, one {{entryCount} entry} other {{entryCount} entries}} + {parts, plural, one {{partCount} part} other {{partCount} parts}} + {skipped} skipped' /* what the links of a list were */,
    {
      ...{ entries, entryCount: formatNumber(entries), parts, partCount: formatNumber(parts) },
      skipped: formatNumber(skipped),
    },
  );
  const links = t('importLinks.seen', '{seen, plural, one {{count} link} other {{count} links}} seen', {
    seen,
    count: formatNumber(seen),
  });
  return seen === entries + parts + skipped
    ? t('importLinks.addedUp', '{links} = {sum}.', { links, sum })
    : t('importLinks.notAddedUp', '{links}, but {sum}. That’s our mistake: please report it.', {
        links,
        sum,
      });
}
