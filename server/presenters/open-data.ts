import type { FieldValue } from '@/lib/contract/field';
import { type Field, readFacts } from '@/server/fields/field';
import type { DataRow } from '@/server/queries/products/open-data';
import type { VoteCountsRow } from '@/server/queries/products/votes';
import {
  DATA_COLUMNS,
  DATA_LIST_MARK,
  escapeFormula,
  escapeSigns,
  joinTagCell,
  writeDestination,
} from '@/server/text/escape';
import { slugify } from '@/server/text/slug';
import { splitWords } from '@/server/text/words';

/**
 * A product as open data: what its page says of it. Upvotes, members and the icons are no part of it, so that another
 * directory can read all of it.
 */
type DataProduct = Omit<DataRow, 'id' | 'values'> & { fields: Record<string, FieldValue> };

function presentDataProduct(row: DataRow, fields: readonly Field[]): DataProduct {
  const { slug, name, url, tagline, description, tags, listedAt } = row;
  const values = readFacts(fields, row.values).map(({ field, value }) => [field.key, value] as const);
  return { slug, name, url, tagline, description, tags, listedAt, fields: Object.fromEntries(values) };
}

export const formatDataLine = (row: DataRow, fields: readonly Field[]): string =>
  `${JSON.stringify(presentDataProduct(row, fields))}\n`;

export const formatDataHeading = (fields: readonly Field[]): string =>
  csvLine([...DATA_COLUMNS, ...fields.map(({ key }) => key)]);

export function formatDataRecord(row: DataRow, fields: readonly Field[]): string {
  const product = presentDataProduct(row, fields);
  const { slug, name, url, tagline, description, tags, listedAt } = product;
  const values = fields.map(({ key }) => {
    const value = product.fields[key] ?? '';
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
  return csvLine([slug, name, url, tagline, description, joinTagCell(tags), listedAt, ...values]);
}

/** The numbers from which `docs/recount.js` recounts every list. */
export const formatVotesHeading = (): string =>
  csvLine(
    splitWords(`
      id slug listedAt tags countingUnder7Days countingUnder30Days countingUnder365Days countingOlder
      waitingForAge ofSubmitter ofBanned setAside
    `),
  );

export const formatVotesRecord = (row: VoteCountsRow): string =>
  csvLine([
    row.id,
    row.slug,
    row.listedAt,
    row.tags.join('; '),
    ...[...row.counting, row.waiting, row.own, row.banned, row.setAside].map(String),
  ]);

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

const csvCell = (text: string): string => {
  const cell = /^-?\d+(?:\.\d+)?$/.test(text) ? text : escapeFormula(text);
  return `"${cell.replaceAll('"', '""')}"`;
};

type ListHead = { siteName: string; siteDescription: string; dataLicenseURL: string | undefined };

export const formatListHead = ({ siteName, siteDescription, dataLicenseURL }: ListHead): string =>
  [
    `${DATA_LIST_MARK}\n# ${oneLine(siteName)}`,
    `> ${oneLine(siteDescription)}`,
    ...(dataLicenseURL === undefined ? [] : [`License: <${dataLicenseURL}>`]),
  ].join('\n\n') + '\n';

const oneLine = (text: string): string => escapeSigns(text.replace(/\s+/g, ' ').trim());

/** @param name the name of a tag. */
export const formatListSection = (name: string): string => `\n## ${escapeSigns(name)}\n\n`;

/** An entry of an awesome-list, below the section of its first tag. The import reads the same product from it. */
export function formatListEntry(row: DataRow, fields: readonly Field[]): string {
  const product = presentDataProduct(row, fields);
  const { slug, name, url, tagline, description, tags, listedAt, fields: values } = product;
  const others = tags.slice(1).map(escapeSigns);
  const lines = [
    `- [${escapeSigns(name)}](${writeDestination(url)}) - ${escapeSigns(tagline)}`,
    ...(others.length > 0 ? [`  - Tags: ${others.join(', ')}`] : []),
    `  - Listed: ${listedAt}`,
    // Products of one name are told apart by it.
    ...(slug === slugify(name) ? [] : [`  - Slug: ${escapeSigns(slug)}`]),
    ...Object.entries(values).map(([key, value]) => `  - \`${key}\`: ${formatValue(value)}`),
    ...(description === '' ? [] : description.split(/\r\n|\r|\n/).map((line) => `  > ${line}`)),
  ];
  return `${lines.join('\n')}\n`;
}

const formatValue = (value: FieldValue): string =>
  typeof value === 'string' ? escapeSigns(value) : `\`${JSON.stringify(value).replaceAll('`', '\\u0060')}\``;
