import {
  type FoundList,
  IMPORT_OUTCOMES,
  type ImportCounts,
  type ImportOutcomeName,
  type LinkCounts,
  type PartKind,
  type ReportFormat,
  type SkipKind,
} from '@/lib/contract/import';
import { sayLinks } from '@/lib/contract/import-words';
import { joinSentences } from '@/lib/texts/sentences';
import { formatRow } from '@/lib/texts/lists';
import { escapeMarkdown } from '@/server/text/escape';
import type { Place } from './read-line';
import { formatNumber } from '@/lib/texts/language';
import { say, t, text } from '@/lib/texts/texts';

/** What becomes of one line of a list, or of a link that belongs to it. */
export type Decision = Place & {
  outcome: ImportOutcomeName | 'part';
  kind?: SkipKind | PartKind;
  name?: string;
  url?: string;
  tags?: readonly string[];
  reason?: string;
  notes?: readonly string[];
};

export type ReportHead = {
  source: string;
  isDryRun: boolean;
  counts: ImportCounts;
  links?: LinkCounts;
  /** What is counted, but not told. */
  more?: FoundList['more'];
};

type ReportPart = { isFirst: boolean; isLast: boolean };

/** A report as `--report` writes it and the browser downloads it, whole or in parts that follow each other. */
export function reportText(
  format: ReportFormat,
  head: ReportHead,
  decisions: readonly Decision[],
  part: ReportPart = { isFirst: true, isLast: true },
): string {
  return (format === 'md' ? asMarkdown : asJSON)(head, decisions, part);
}

/** The database keeps no order of keys. */
const HEAD_KEYS = [
  'source',
  'isDryRun',
  'counts',
  ...IMPORT_OUTCOMES,
  'links',
  'seen',
  'entries',
  'parts',
  'more',
];
const KEYS = ['file', 'line', 'outcome', 'kind', 'name', 'url', 'tags', 'reason', 'notes'];

function asJSON(head: ReportHead, decisions: readonly Decision[], { isFirst, isLast }: ReportPart): string {
  const rows = decisions.map((decision) => JSON.stringify(decision, KEYS));
  return [
    isFirst ? `${JSON.stringify(head, HEAD_KEYS).slice(0, -1)},"decisions":[` : '',
    ...(rows.length > 0 ? [isFirst ? '\n' : ',\n'] : []),
    rows.join(',\n'),
    isLast ? '\n]}\n' : '',
  ].join('');
}

const cell = (text: string) => escapeMarkdown(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|');

const OUTCOMES = {
  added: text('importReport.added', 'added' /* what became of a line */),
  updated: text('importReport.updated', 'updated' /* what became of a line */),
  listed: text('importReport.listed', 'listed' /* what became of a line: the product was there before */),
  skipped: text('importReport.skipped', 'skipped' /* what became of a line */),
  part: text('importReport.part', 'part' /* what became of a link: it belongs to an entry */),
};

function asMarkdown(
  { source, isDryRun, counts, links, more }: ReportHead,
  decisions: readonly Decision[],
  { isFirst, isLast }: ReportPart,
): string {
  const rows = decisions.map(({ file, line, outcome, kind, name, url, tags, reason, notes }) =>
    [
      [...(file === undefined ? [] : [cell(file)]), String(line)].join(' '),
      kind === undefined
        ? say(OUTCOMES[outcome])
        : t(
            'importReport.outcomeOf',
            '{outcome}: {kind}' /* what became of a line, and why: “skipped: no link” */,
            { outcome: say(OUTCOMES[outcome]), kind },
          ),
      cell(name ?? ''),
      url === undefined ? '' : `<${url.replace(/[<>|\s]/g, encodeURIComponent)}>`,
      cell(formatRow(tags ?? [])),
      cell(joinSentences([reason, ...(notes ?? [])])),
    ].join(' | '),
  );
  const first = [
    `# ${
      isDryRun
        ? t('importReport.wouldBeImported', 'What would be imported from {source}', {
            source: escapeMarkdown(source),
          })
        : t('importReport.imported', 'Imported from {source}', { source: escapeMarkdown(source) })
    }`,
    '',
    formatRow(
      IMPORT_OUTCOMES.map((outcome) =>
        t('importReport.countOf', '{count} {outcome}' /* such as “3 added” */, {
          count: formatNumber(counts[outcome]),
          outcome: say(OUTCOMES[outcome]),
        }),
      ),
    ),
    ...(links ? ['', sayLinks(links)] : []),
    '',
    t('importReport.columns', '| Line | Outcome | Name | Link | Tags | Reason |'),
    '| ---: | --- | --- | --- | --- | --- |',
  ];
  const last = more
    ? [
        '',
        t('importReport.notTold', 'Not told: {skipped} skipped lines and {parts} parts more.', {
          skipped: formatNumber(more.skipped),
          parts: formatNumber(more.parts),
        }),
      ]
    : [];
  return [...(isFirst ? first : []), ...rows.map((row) => `| ${row} |`), ...(isLast ? last : []), ''].join(
    '\n',
  );
}
