import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { storedText } from '@/server/base/stored-text';
import { hasErrorCode, DeadlineError } from '@/server/base/errors';
import { text } from '@/lib/texts/texts';
import { fieldValue } from '@/lib/contract/field';
import { COLUMN_TARGETS, IMPORT_FORMATS, linkCounts, PART_KINDS, SKIP_KINDS } from '@/lib/contract/import';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { importDraft } from '@/server/import/import-draft';
import type { ReadLine } from '@/server/import/read-line';
import { type ListSource, type ReadList, UnreadableList } from '@/server/import/read-list';
import { workerFile } from '@/server/base/worker-file';
import { openThread, RunningWorker, WorkerEndedError } from './running-worker';

export type OpenedList = Omit<ReadList, 'lines'> & {
  parts: (limit: number) => AsyncGenerator<ReadLine[]>;
};

/**
 * Reads lists of others in a thread of its own, which ends afterwards: a file that takes long or needs much memory
 * delays no request. The lines cross over in small parts.
 *
 * @throws UnreadableFile for what cannot be read, takes too long or needs too much memory.
 */
export type ListWorkers = <T>(source: ListSource, read: (list: OpenedList) => Promise<T>) => Promise<T>;

const heapMbMax = 256;
const partMsMax = 5 * SECOND_MS;
const startMsMax = MINUTE_MS;

const column = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  guess: z.enum(COLUMN_TARGETS),
});
const kindCounts = z.partialRecord(z.enum(SKIP_KINDS), z.int());
const unread = z.object({ format: z.enum(IMPORT_FORMATS), columns: z.array(column) });
const readAnswer = z.union([
  z.object({ problem: storedText, found: z.optional(unread) }),
  z.object({
    found: z.extend(unread, {
      tags: z.array(z.object({ name: z.string(), count: z.int() })),
      privateCount: z.int(),
      skipped: kindCounts,
      more: z.object({ skipped: z.int(), parts: z.int() }),
      links: z.optional(linkCounts),
    }),
  }),
]);
const line = z.int();
const lines = z.object({
  lines: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('entry'),
        line,
        draft: importDraft,
        notes: z.array(storedText),
        said: z.object({
          extras: z.optional(z.array(z.tuple([z.string(), z.string()]))),
          marks: z.optional(z.array(z.string())),
          values: z.optional(z.record(z.string(), fieldValue)),
        }),
      }),
      z.object({
        kind: z.literal('skipped'),
        line,
        reason: storedText,
        why: z.enum(SKIP_KINDS),
        url: z.optional(z.string()),
      }),
      z.object({
        kind: z.literal('part'),
        line,
        reason: storedText,
        why: z.enum(PART_KINDS),
        url: z.string(),
      }),
    ]),
  ),
});

const program = workerFile(import.meta.url, 'list-worker');

/** @param readMsMax CPU time. */
export const createListReader =
  (readMsMax: number): ListWorkers =>
  async (source, read) => {
    const worker = new RunningWorker(openThread(program, heapMbMax));
    try {
      await worker.start(startMsMax);
      const answer = readAnswer.parse(await worker.run({ kind: 'read', ...source }, readMsMax));
      if ('problem' in answer)
        throw answer.found
          ? new UnreadableList(answer.problem, answer.found)
          : new UnreadableFile(answer.problem);
      return await read({
        ...answer.found,
        async *parts(limit) {
          for (;;) {
            const part = lines.parse(await worker.run({ kind: 'lines', limit }, partMsMax)).lines;
            if (part.length === 0) return;
            yield part;
          }
        },
      });
    } catch (error) {
      throw refusalOf(error) ?? error;
    } finally {
      worker.end(new Error('The list was read.'));
      await worker.ended;
    }
  };

/** The longest lists known take 4 s. */
export const readInThread = createListReader(20 * SECOND_MS);

function refusalOf(error: unknown): UnreadableFile | undefined {
  if (error instanceof DeadlineError)
    return new UnreadableFile(text('list.tooSlow', 'The list takes too long to read. Split it.'));
  const isFull = error instanceof WorkerEndedError && hasErrorCode(error.cause, 'ERR_WORKER_OUT_OF_MEMORY');
  return isFull
    ? new UnreadableFile(text('list.tooLarge', 'The list needs too much memory to be read. Split it.'))
    : undefined;
}
