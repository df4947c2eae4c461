import type { LinkCounts, PartKind, SkipKind } from './import';

/** What terminal, browser and reports say of the skipped lines of each kind. */
export const SKIPPED: Record<SkipKind, string> = {
  fault: "Links that we've miscounted. That's our mistake: please report it.",
  private: "Marked as private, so they're left out unless you choose otherwise.",
  unusable: 'Entries that break the rules for names, links or texts.',
  unreadable: "Lines that we can't read.",
  refused: 'Rejected, removed or waiting for a moderator here already.',
  leftOut: "Entries of headings that you've left out.",
  noLink: 'Entries without a link.',
  noWebsite: "Entries with a link that doesn't lead to a website.",
  contents: 'Links to parts of the list, or to more lists.',
  sponsors: 'Links to sponsors of the list.',
  aboutList: 'Links about the list itself.',
  people: 'Links to people.',
  image: 'Images that are linked without a name.',
  prose: 'Links in running text or headings, outside of lists.',
};

export const PARTS: Record<PartKind, string> = {
  repository: 'Source code',
  demo: 'Demo',
  documentation: 'Documentation',
  download: 'Download',
  license: 'License',
  badge: 'Badge',
  language: 'Another language',
  also: 'Another link',
  mention: 'Link in its text',
};

/** `12 links seen = 8 entries + 3 parts of entries + 1 skipped.` */
export function sayLinks({ seen, entries, parts, skipped }: LinkCounts): string {
  const figure = (count: number, noun: string) =>
    `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
  const found = [figure(entries, 'entry').replace('entrys', 'entries'), figure(parts, 'part')];
  const sum = [...found, `${skipped.toLocaleString('en')} skipped`].join(' + ');
  if (seen === entries + parts + skipped) return `${figure(seen, 'link')} seen = ${sum}.`;
  return `${figure(seen, 'link')} seen, but ${sum}. That’s our mistake: please report it.`;
}
