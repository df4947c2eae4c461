import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import * as z from 'zod/mini';
import { errorCode, OwnerError } from '@/server/base/errors';

/** The version of the layout of a backup. A build reads its own and older ones. */
export const BACKUP_FORMAT = 1;

/** Larger than every image and every part of a table, so that reading never takes more memory than this. */
const ENTRY_BYTES_MAX = 64 * 1024 * 1024;

const entryName =
  /^(header\.json|sequences\.json|keys\.sealed|checksums\.json|tables\/[a-z_]{1,63}\/\d{6}\.jsonl|images\/[\w-]{1,64}\/[\w.]{1,32})$/;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The first entry: what the backup is of. */
export const backupHeader = z.object({
  format: z.int(),
  createdAt: z.iso.datetime(),
  siteName: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash })).check(z.minLength(1)),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** Rows and content of a table: SHA-256 of its lines in the order of its primary key. */
export type TableSum = z.infer<typeof tableSum>;
const tableSum = z.object({ rowCount: z.int(), sha256: hash });

/** The last entry. A file without it was cut off. */
const checksums = z.object({
  /** The hash of the names, sizes and bytes of all entries before it. */
  sha256: hash,
  entryCount: z.int(),
  tables: z.record(z.string(), tableSum),
  tableBytes: z.int(),
  imageCount: z.int(),
  imageBytes: z.int(),
});
export type Checksums = z.infer<typeof checksums>;

/** Why a file cannot be restored. Nothing was changed. */
export class InvalidBackupError extends OwnerError {
  override readonly name = 'InvalidBackupError';
}

export type BackupWriter = {
  add: (name: string, bytes: Buffer) => Promise<void>;
  /** Writes the checksums and closes the file. */
  finish: (tables: Record<string, TableSum>) => Promise<Checksums>;
  /** Closes the file without its end. */
  abort: () => Promise<void>;
};

/** @param file must not exist yet. */
export function writeArchive(file: string): BackupWriter {
  const tar = pack();
  const written = pipeline(
    tar,
    createGzip({ level: 6 }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // One promise for all entries: one for each would keep the bytes of every entry until the end.
  const endedEarly = written.then(() => {
    throw new Error('The backup ended early.');
  });
  // `add` and `finish` report the failure; before one of them waits, it would count as unhandled.
  endedEarly.catch(() => undefined);
  const sum = createSum();

  async function addEntry(name: string, bytes: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    await Promise.race([added, endedEarly]);
  }

  return {
    async add(name, bytes) {
      sum.add(name, bytes);
      await addEntry(name, bytes);
    },
    async finish(tables) {
      const end = { ...sum.digest(), tables };
      await addEntry('checksums.json', Buffer.from(JSON.stringify(end)));
      tar.finalize();
      await written;
      return end;
    },
    async abort() {
      tar.destroy();
      await written.catch(() => undefined);
    },
  };
}

type ArchiveEntry = { name: string; bytes: Buffer };

/**
 * Reads a backup from start to end, and checks it on the way.
 *
 * @param onEntry is called with every entry but the checksums, in their order.
 * @throws InvalidBackupError when the file is no backup, or when it was cut off or changed.
 */
export async function readArchive(
  file: string,
  onEntry: (entry: ArchiveEntry) => Promise<void> | void,
): Promise<Checksums> {
  const tar = extract();
  const unpacked = pipeline(createReadStream(file), createGunzip(), tar).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  const sum = createSum();
  let end: Checksums | undefined;
  let isReading = true;
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      if (end || type !== 'file' || !entryName.test(name) || size > ENTRY_BYTES_MAX) throw foreign(file);
      const bytes = await buffer(entry);
      if (name === 'checksums.json') {
        end = parseJSON(checksums, bytes);
      } else {
        sum.add(name, bytes);
        isReading = false;
        await onEntry({ name, bytes });
        isReading = true;
      }
    }
    await unpacked;
  } catch (error) {
    // What zlib and tar-stream throw while the file is read says that its content is damaged.
    if (error instanceof OwnerError || !isReading || isDiskError(error)) throw error;
    throw sum.digest().entryCount === 0 ? foreign(file) : cutOff(file);
  }
  if (!end) throw sum.digest().entryCount === 0 ? foreign(file) : cutOff(file);
  const { tables: _, ...stated } = end;
  if (JSON.stringify(sum.digest()) !== JSON.stringify(stated)) {
    throw new InvalidBackupError(`${file} was changed after it was written: its checksums do not match.`);
  }
  return end;
}

/** @throws InvalidBackupError when the entry has another shape. */
export function parseJSON<T>(schema: z.ZodMiniType<T>, bytes: Buffer): T {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return schema.parse(value);
  } catch {
    throw new InvalidBackupError('The file has an entry that this version cannot read.');
  }
}

const isDiskError = (error: unknown) => /^E[A-Z]+$/.test(errorCode(error) ?? '');

const foreign = (file: string) =>
  new InvalidBackupError(`${file} is not a backup of this software, or was cut off at its start.`);
const cutOff = (file: string) =>
  new InvalidBackupError(`${file} is damaged or was cut off. Use another backup.`);

/** Sums up entries, so that none can be changed, added, left out or moved unnoticed. */
function createSum() {
  const hasher = createHash('sha256');
  const counts = { entryCount: 0, tableBytes: 0, imageCount: 0, imageBytes: 0 };
  const seenImages = { key: '' };
  return {
    add(name: string, bytes: Buffer) {
      hasher.update(`${name}\0${bytes.length}\0`).update(bytes);
      counts.entryCount += 1;
      if (name.startsWith('tables/')) counts.tableBytes += bytes.length;
      const key = /^images\/([^/]+)\//.exec(name)?.[1];
      if (key === undefined) return;
      counts.imageBytes += bytes.length;
      if (key !== seenImages.key) counts.imageCount += 1;
      seenImages.key = key;
    },
    digest: () => ({ sha256: hasher.copy().digest('hex'), ...counts }),
  };
}
