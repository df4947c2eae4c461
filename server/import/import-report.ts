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
import { escapeMarkdown } from '@/server/text/escape';
import type { Place } from './read-line';
import { formatNumber } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

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

const say = (count: number, what: string) => `${formatNumber(count)} ${what}`;

function asMarkdown(
  { source, isDryRun, counts, links, more }: ReportHead,
  decisions: readonly Decision[],
  { isFirst, isLast }: ReportPart,
): string {
  const rows = decisions.map(({ file, line, outcome, kind, name, url, tags, reason, notes }) =>
    [
      [...(file === undefined ? [] : [cell(file)]), String(line)].join(' '),
      kind === undefined ? outcome : `${outcome}: ${kind}`,
      cell(name ?? ''),
      url === undefined ? '' : `<${url.replace(/[<>|\s]/g, encodeURIComponent)}>`,
      cell((tags ?? []).join(', ')),
      cell([...(reason === undefined ? [] : [reason]), ...(notes ?? [])].join(' ')),
    ].join(' | '),
  );
  const first = [
    `# ${isDryRun ? t('importReport.whatWouldBeImported', 'What would be imported from') : t('importReport.imported', 'Imported from')} ${escapeMarkdown(source)}`,
    '',
    IMPORT_OUTCOMES.map((outcome) => say(counts[outcome], outcome)).join(', '),
    ...(links ? ['', sayLinks(links)] : []),
    '',
    t('importReport.lineOutcomeNameLink', '| Line | Outcome | Name | Link | Tags | Reason |'),
    '| ---: | --- | --- | --- | --- | --- |',
  ];
  const last = more
    ? ['', `Not told: ${say(more.skipped, 'skipped lines')} and ${say(more.parts, 'parts')} more.`]
    : [];
  return [...(isFirst ? first : []), ...rows.map((row) => `| ${row} |`), ...(isLast ? last : []), ''].join(
    '\n',
  );
}
