import { parseArgs } from 'node:util';
import pino from 'pino';
import { DirectoryLockedError } from '@/server/db/directory-lock';
import { openDatabase } from '@/server/db/client';

/**
 * A process that has the embedded database open, for tests that kill it. Prints the line `ready`, and with --write the
 * slug of every tag whose insert has succeeded.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
});
const [dataDir = ''] = positionals;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'silent' }) });
  say('ready');

  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  while (!stop.signal.aborted) {
    if (values.write) {
      const slug = `${process.pid}-${process.hrtime.bigint()}`;
      await database.pool.query('INSERT INTO tags (slug, name) VALUES ($1, $1)', [slug]);
      say(slug);
    }
    await new Promise((resolve) => setTimeout(resolve, values.write ? 0 : 20));
  }
  await database.close();
} catch (error) {
  if (!(error instanceof DirectoryLockedError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
