import * as z from 'zod/mini';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { COLUMN_TARGETS, IMPORT_FORMATS } from '@/lib/contract/import';
import type { ReadLine } from '@/server/import/read-line';
import { readList, UnreadableList } from '@/server/import/read-list';
import { answerRequests } from './answer-requests';

/** What the thread does: it reads one list, then hands over its lines in parts. */
const listTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    bytes: z.instanceof(Uint8Array),
    name: z.string(),
    format: z.optional(z.enum(IMPORT_FORMATS)),
    columns: z.optional(
      z.map(z.string(), z.union([z.enum(COLUMN_TARGETS), z.templateLiteral(['field:', z.string()])])),
    ),
    fieldNames: z.array(z.string()),
    tagRules: z.map(
      z.string(),
      z.discriminatedUnion('use', [
        z.object({ use: z.literal('tag'), as: z.optional(z.string()) }),
        z.object({ use: z.enum(['none', 'ignore']) }),
      ]),
    ),
    withPrivate: z.boolean(),
    entriesMax: z.int(),
    skippedMax: z.int(),
    partsMax: z.int(),
    tagsMax: z.int(),
  }),
  z.object({ kind: z.literal('lines'), limit: z.int() }),
]);
export type ListTask = z.infer<typeof listTask>;

let lines: ReadLine[] = [];

async function run(task: ListTask): Promise<object> {
  if (task.kind === 'lines') return { lines: lines.splice(0, task.limit) };
  try {
    const { lines: read, ...found } = await readList(task);
    lines = read;
    return { found };
  } catch (error) {
    if (error instanceof UnreadableList) return { problem: error.text, found: error.found };
    if (error instanceof UnreadableFile) return { problem: error.text };
    throw error;
  }
}

answerRequests((request) => run(listTask.parse(request)));
