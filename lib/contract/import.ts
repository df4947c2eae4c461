import * as z from 'zod/mini';
import { FIELD_LIMITS } from './field';

export const IMPORT_LIMITS = {
  bytesMax: 5_000_000,
  entriesMax: 20_000,
  /** Skipped lines that are listed. Further ones are only counted. */
  skippedMax: 5_000,
  /** Links that belong to entries and are listed. */
  partsMax: 20_000,
  /** Skipped lines of each kind that are shown at once. */
  skippedShown: 3,
  /** Headings and tags of a source that can be mapped: those with the most entries. */
  tagsMax: 300,
  columnsMax: 100,
  nameCharsMax: 200,
  /** Sources that are waiting to be imported. */
  previewsMax: 20,
  previewHours: 24,
  /** Afterwards, an import cannot be undone. */
  undoDays: 30,
  pageSize: 20,
  entriesPageSize: 50,
  reportPageSize: 1_000,
  /** Paths at which an entry was in the system that it comes from. */
  oldPathsMax: 5,
  oldPathCharsMax: 300,
} as const;

export const IMPORT_FORMATS = [
  'markdown',
  'html',
  'bookmarks',
  'csv',
  'json',
  'jsonl',
  'yaml',
  'toml',
  'opml',
  'directory',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Why a line or link of a source is no entry. Terminal and browser group by them, in this order. */
export const SKIP_KINDS = [
  ...(['fault', 'private', 'unusable', 'unreadable', 'refused', 'leftOut', 'noLink', 'noWebsite'] as const),
  ...(['contents', 'sponsors', 'aboutList', 'people', 'image', 'prose'] as const),
] as const;
export type SkipKind = (typeof SKIP_KINDS)[number];

/** How a link belongs to the entry beside it. */
export const PART_KINDS = [
  ...(['repository', 'demo', 'documentation', 'download', 'license', 'badge'] as const),
  ...(['language', 'also', 'mention'] as const),
] as const;
export type PartKind = (typeof PART_KINDS)[number];

const linkCount = z.int().check(z.nonnegative());
/** The links to websites that a source has, counted apart from its reader. `seen` is the sum of the others. */
export const linkCounts = z.object({
  seen: linkCount,
  entries: linkCount,
  parts: linkCount,
  skipped: linkCount,
});
export type LinkCounts = z.infer<typeof linkCounts>;

/** Markdown or JSON. */
export const REPORT_FORMATS = ['md', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const IMPORT_STATES = [
  'reading',
  'comparing',
  'ready',
  'failed',
  'importing',
  'imported',
  'canceled',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_OUTCOMES = ['added', 'updated', 'listed', 'skipped'] as const;
export type ImportOutcomeName = (typeof IMPORT_OUTCOMES)[number];

/** Why undoing leaves a product as the import has made it. */
export const KEPT_REASONS = [
  ...(['upvoted', 'bookmarked', 'claimed', 'edited', 'reported', 'suggested', 'appealed'] as const),
  ...(['linked', 'gone'] as const),
] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** What a column or key can be taken for, besides `field:` and the key of a declared field. */
export const COLUMN_TARGETS = [
  'name',
  'url',
  'text',
  'details',
  'tags',
  'date',
  'oldPath',
  'ignore',
] as const;
const columnTarget = z.union([
  z.enum(COLUMN_TARGETS),
  z.templateLiteral(['field:', z.string().check(z.maxLength(FIELD_LIMITS.keyCharsMax))]),
]);
export type ColumnTarget = z.infer<typeof columnTarget>;

const sourceText = z.string().check(z.maxLength(IMPORT_LIMITS.nameCharsMax));

export const importMapping = z.object({
  format: z.optional(z.enum(IMPORT_FORMATS)),
  /** Absent: as guessed by their names. Columns that are not named here are ignored. */
  columns: z.optional(
    z
      .array(z.object({ name: sourceText, target: columnTarget }))
      .check(z.maxLength(IMPORT_LIMITS.columnsMax)),
  ),
  /** Headings, folders, categories and tags. Those that are not named here become tags. */
  tags: z
    .array(
      z.object({
        name: sourceText,
        /** `ignore` skips the entries below it. */
        use: z.enum(['tag', 'none', 'ignore']),
        /** The tag, if it is to have another name. */
        as: z.optional(sourceText),
      }),
    )
    .check(z.maxLength(IMPORT_LIMITS.tagsMax)),
  /** Whether bookmarks that their owner has marked as private are imported, too. Absent: no. */
  withPrivate: z.optional(z.boolean()),
});
export type ImportMapping = z.infer<typeof importMapping>;

const foundList = z.object({
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), guess: columnTarget })),
  tags: z.array(z.object({ name: z.string(), count: z.int() })),
  /** Absent for formats whose links are not counted. */
  links: z.optional(linkCounts),
  /** Entries that are marked as private. Absent, as the rest, in lists that an earlier release has read. */
  privateCount: z.optional(z.int()),
  /** Skipped lines by their kind, without those that the directory refuses. */
  skipped: z.optional(z.partialRecord(z.enum(SKIP_KINDS), z.int())),
  /** What is counted, but not listed. */
  more: z.optional(z.object({ skipped: z.int(), parts: z.int() })),
});
export type FoundList = z.infer<typeof foundList>;

const importCounts = z.object({ added: z.int(), updated: z.int(), listed: z.int(), skipped: z.int() });
export type ImportCounts = z.infer<typeof importCounts>;

const importUndone = z.object({
  removed: z.int(),
  restored: z.int(),
  kept: z.partialRecord(z.enum(KEPT_REASONS), z.int()),
});
export type ImportUndone = z.infer<typeof importUndone>;

export const importOverview = z.object({
  id: z.string(),
  sourceName: z.string(),
  format: z.nullable(z.enum(IMPORT_FORMATS)),
  state: z.enum(IMPORT_STATES),
  /** Nothing is read or imported, because the moderator for whom it acts may not moderate now. */
  isPaused: z.boolean(),
  failure: z.nullable(z.string()),
  /** Null once the moderator's account is deleted. */
  moderatorHandle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Entries and skipped lines. */
  entryCount: z.int(),
  /** What the import would do, then what it has done so far. */
  counts: importCounts,
  undone: z.nullable(importUndone),
  /** Null when the import cannot be undone, or no longer. */
  undoableUntil: z.nullable(z.iso.datetime()),
});
export type ImportOverview = z.infer<typeof importOverview>;

export const importDetails = z.extend(importOverview, {
  /** Null: as guessed. */
  mapping: z.nullable(importMapping),
  /** Goes up with each mapping. Say it with a change, so that a newer mapping is not overwritten. */
  mappingVersion: z.int(),
  found: z.nullable(foundList),
  hasEntries: z.boolean(),
  fields: z.array(z.object({ key: z.string(), label: z.string() })),
});
export type ImportDetails = z.infer<typeof importDetails>;

export const importEntry = z.object({
  position: z.int(),
  line: z.int(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** Null unless the line is skipped. */
  why: z.nullable(z.enum(SKIP_KINDS)),
  /** Where the line leads, or the product. Null for a line without a link to a website. */
  url: z.nullable(z.string()),
  /** Null for lines that cannot become a product. */
  product: z.nullable(
    z.object({ name: z.string(), url: z.string(), tagline: z.string(), tags: z.array(z.string()) }),
  ),
  /** Why the line is skipped, its texts are left out, or the product is kept when the import is undone. */
  reason: z.nullable(z.string()),
  notes: z.array(z.string()),
  /** What changes of a listed product: `name`, `tagline`, `description`, `tags` and keys of fields. */
  changes: z.array(z.string()),
});
export type ImportEntry = z.infer<typeof importEntry>;

export const skippedGroup = z.object({
  kind: z.enum(SKIP_KINDS),
  count: z.int(),
  /** The first ones. */
  entries: z.array(importEntry),
});
export type SkippedGroup = z.infer<typeof skippedGroup>;
